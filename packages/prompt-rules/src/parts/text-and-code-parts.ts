import { parseWordList } from '../tokens.ts'
import { definePromptPart } from './prompt-part.ts'

/** Names of languages, runtimes and frameworks that determine the programming language. */
const languageWords = `python, javascript, typescript, java, kotlin, swift, swiftui, rust, golang, c++, cpp, c#, csharp, .net, dotnet, ruby, rails, php, laravel, perl, scala, haskell, elixir, erlang, clojure, lua, dart, flutter, r, matlab, julia, sql, mysql, postgresql, postgres, sqlite, mongodb, bash, shell, zsh, powershell, html, css, react, next js, nextjs, vue, angular, svelte, node js, nodejs, node, deno, bun, express, django, flask, fastapi, spring, solidity, vba, excel, google sheets, regex, terraform, docker, kubernetes, jquery, tailwind, tailwindcss, unity, godot, assembly, latex, graphql, linux, svg, wordpress, android, ios, jetpack compose, programming language, code language, coding language, language, languages, tech stack, stack`

/** The parts that a prompt for a coding model can specify. */
export const codePromptParts = [
  definePromptPart(
    'role',
    `act as, acting as, you are a, you are an, you are the, you are, your role, role, persona, pretend, imagine you, behave as, as an expert, as a senior, du bist, tu es, eres, você é, sei un, *你是, *作为, *あなたは`,
  ),
  definePromptPart(
    'language',
    `${languageWords.replace(/c\+\+|c#|\.net/g, (name) => parseWordList(name)[0] ?? '')}, sprache, langage, lenguaje, linguagem, linguaggio, язык, dil, *语言, *言語`,
    /c\+\+|\bc#|\.net\b|^```[a-z]/im,
  ),
  definePromptPart(
    'interfaces',
    `input, inputs, output, outputs, parameter, parameters, argument, arguments, returns, return, signature, interface, interfaces, endpoint, endpoints, api, apis, request, response, schema, props, takes, accepts, receives, reads, eingabe, ausgabe, rückgabe, entrée, sortie, paramètres, entrada, salida, saída, parâmetros, parámetros, i will type, i will provide, i will write, you will reply, reply with, *输入, *输出, *参数, *返回, *入力, *出力, *引数`,
  ),
  definePromptPart(
    'edge cases',
    `edge case, edge cases, corner case, corner cases, error handling, handle errors, errors, error, exception, exceptions, invalid, empty input, null, validation, validate, boundary, boundaries, failure, failures, sonderfälle, randfälle, fehler*, cas limites, erreurs, casos límite, errores, casos extremos, erros, *边界, *错误, *異常, *エラー, *例外`,
  ),
  definePromptPart(
    'tests',
    `test, tests, testing, tested, unit test, unit tests, test case, test cases, pytest, jest, vitest, tdd, coverage, testfälle, prueba, pruebas, teste, testes, тест*, *测试, *テスト, *테스트`,
  ),
  definePromptPart(
    'format',
    `format, code block, only the code, only reply, reply only, only respond, explain, explanation, explanations, comments, commented, comment, documentation, readme, single file, one file, files, structure, step by step, markdown, diff, patch, table, list, ausgabeform, erkläre, kommentare, expliqu*, commentaires, explica*, comentarios, comentários, *解释, *注释, *格式, *説明, *コメント`,
  ),
] as const

export type CodePromptPart = (typeof codePromptParts)[number]['id']

const COUNTED =
  /\d[\d,.]{0,8}(?:\s?[-–]\s?\d{1,6})?[\s-]?(?:words?|sentences?|paragraphs?|characters?|lines?|pages?|bullets?|bullet points|items|points|minutes?|slides?|wörter|sätze|absätze|zeichen|zeilen|seiten|mots|phrases|paragraphes|lignes|palabras|oraciones|párrafos|líneas|páginas|palavras|frases|parágrafos|linhas|parole|frasi|слов|предложени|字|文字|단어)/iu

/** The parts that a prompt for a text model can specify. */
export const textPromptParts = [
  definePromptPart(
    'role',
    `act as, acting as, you are a, you are an, you are the, you are my, you re a, you re an, your role, role, persona, pretend, imagine you, behave as, behave like, take on the role, you will be my, as an expert, as a professional, as a senior, serve as, you are,
    du bist, sie sind, rolle, agis comme, agissez, tu es, vous êtes, rôle, actúa como, actua como, eres, rol, aja como, atue como, você é, papel, agisci come, sei un, sei una, ruolo, ты, выступай, действуй как, роль, sen bir, gibi davran, rol, *你是, *扮演, *作为, *角色, *あなたは, *役割, *당신은, *역할, *أنت`,
  ),
  definePromptPart(
    'audience',
    `audience, audien*, for beginners, beginner, beginners, for children, for kids, for students, students, readers, reader, for developers, for experts, customers, clients, users, user, kids, children, listeners, viewers, customer, client, recipient, stakeholders, employees, my boss, my team, patients, year old, year olds, year s old, candidates, candidate, recruiter, followers,
    zielgruppe, publikum, leser, kunden, kinder, anfänger, schüler, public cible, public, lecteurs, débutants, enfants, clients, audiencia, público, lectores, principiantes, niños, estudiantes, clientes, leitores, iniciantes, crianças, destinatari*, lettori, аудитори*, для детей, читател*, hedef kitle, okuyucu, *受众, *读者, *对象, *対象, *読者, *대상, *독자`,
  ),
  definePromptPart(
    'context',
    `context, background, situation, scenario, given the, i will provide, i ll provide, i will give, i will share, i will paste, provided, attached, the following, below, input, inputs, here is, here are, based on, i will type, i will write, i will send, i will describe, my company, my first, our company, we are, i am, i m, i have, i work,
    kontext, hintergrund, ausgangslage, folgende, ich bin, contexte, voici, je suis, contexto, situación, a continuación, soy, sou, eu tenho, contesto, контекст, bağlam, aşağıdaki, *背景, *以下, *上下文, *文脈, *상황, *배경`,
    /\$\{(?:context|background|kontext|hintergrund|contexte|contexto)/i,
  ),
  definePromptPart(
    'constraints',
    `do not, don t, never, avoid, must, must not, only, without, always, make sure, ensure, constraint, constraints, rules, rule, requirement, requirements, limit, no more than, at least, at most, should not, shouldn t, exclude, guidelines,
    erfinde keine, n invente, no inventes, não invente,
    nicht, nie, niemals, vermeide, nur, ohne, muss, immer, regeln, anforderungen, ne pas, jamais, évite, évitez, sans, seulement, uniquement, toujours, règles, exigences, no uses, nunca, evita, sin, solo, debe, siempre, requisitos, não, evite, sem, apenas, deve, sempre, non, evita, senza, solo, не, никогда, только, без, должен, sadece, asla, *不要, *不得, *必须, *只, *ないで, *のみ, *하지 마, *만`,
  ),
  definePromptPart(
    'tone',
    `tone, style, voice, formal, informal, friendly, casual, professional, humorous, funny, witty, persuasive, empathetic, neutral, serious, playful, enthusiastic, encouraging, warm, conversational, sarcastic, poetic, academic, polite, engaging, concise, inspiring, inspirational, jargon, simple language, plain language, mood,
    ton, tonfall, stil, sachlich, freundlich, förmlich, locker, amical, formel, professionnel, tono, estilo, amistoso, profesional, tom, amigável, profissional, amichevole, тон, стиль, üslup, ton, *语气, *风格, *语调, *口調, *トーン, *文体, *어조, *말투`,
  ),
  definePromptPart(
    'format',
    `format, formatted, reply with, respond with, answer with, answer in, one word, one sentence, single sentence, return only, poem, haiku, limerick, sonnet, song,  table, tables, list, lists, bullet*, json, csv, markdown, html, xml, yaml, template, structure, structured, sections, section, headings, heading, outline, diagram, code block, report, output, outputs, paragraph, paragraphs, only reply, reply only, only respond, your reply, layout, columns,
    tabelle, liste, stichpunkt*, gliederung, ausgabe, tableau, puces, sortie, tabla, lista, viñetas, salida, formato, tabela, saída, tabella, elenco, формат, таблиц*, список*, tablo, biçim, liste, *格式, *表格, *列表, *输出, *形式, *表, *箇条書き, *형식, *목록, *출력`,
  ),
  definePromptPart(
    'length',
    `length, more detail, sentence, paragraph, line, lines, minute, minutes, one word, single word, pages, haiku, limerick, sonnet, tweet, tweets, slogan, tagline, headline, one liner, subject line, caption, short*, tiny, lengthy, two sentences, word count, word limit, short, brief, briefly, concise, concisely, long, detailed, in detail, in depth, comprehensive, thorough, words, one sentence, one paragraph, single sentence, tl dr, characters, sentences, succinct, exhaustive, page,
    länge, kurz, knapp, ausführlich, longueur, court, courte, bref, brève, détaillé, longitud, extensión, breve, corto, corta, detallad*, tamanho, extensão, curto, curta, detalhad*, lunghezza, коротк*, кратк*, подробн*, длин*, kısa, uzunluk, detaylı, *简短, *简洁, *详细, *长度, *字数, *短く, *詳しく, *長さ, *짧게, *자세히, *길이`,
    COUNTED,
  ),
] as const

export type TextPromptPart = (typeof textPromptParts)[number]['id']
