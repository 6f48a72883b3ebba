import { words } from '../bag.ts'
import { part } from './part.ts'

/** Languages, runtimes and frameworks that determine the programming language. */
export const languageWords = `python, javascript, typescript, java, kotlin, swift, swiftui, rust, golang, c++, cpp, c#, csharp, .net, dotnet, ruby, rails, php, laravel, perl, scala, haskell, elixir, erlang, clojure, lua, dart, flutter, r, matlab, julia, sql, mysql, postgresql, postgres, sqlite, mongodb, bash, shell, zsh, powershell, html, css, react, next js, nextjs, vue, angular, svelte, node js, nodejs, node, deno, bun, express, django, flask, fastapi, spring, solidity, vba, excel, google sheets, regex, terraform, docker, kubernetes, jquery, tailwind, tailwindcss, unity, godot, assembly, latex, graphql, linux, svg, wordpress, android, ios, jetpack compose, programming language, code language, coding language, language, languages, tech stack, stack`

/** The parts that a prompt for a coding model can specify. */
export const codeParts = [
  part(
    'role',
    `act as, acting as, you are a, you are an, you are the, you are, your role, role, persona, pretend, imagine you, behave as, as an expert, as a senior, du bist, tu es, eres, você é, sei un, *你是, *作为, *あなたは`,
  ),
  part(
    'language',
    `${languageWords.replace(/c\+\+|c#|\.net/g, (name) => words(name)[0] ?? '')}, sprache, langage, lenguaje, linguagem, linguaggio, язык, dil, *语言, *言語`,
    /c\+\+|\bc#|\.net\b/i,
  ),
  part(
    'interfaces',
    `input, inputs, output, outputs, parameter, parameters, argument, arguments, returns, return, signature, interface, interfaces, endpoint, endpoints, api, apis, request, response, schema, props, takes, accepts, receives, reads, eingabe, ausgabe, rückgabe, entrée, sortie, paramètres, entrada, salida, saída, parâmetros, parámetros, i will type, i will provide, i will write, you will reply, reply with, *输入, *输出, *参数, *返回, *入力, *出力, *引数`,
  ),
  part(
    'edge cases',
    `edge case, edge cases, corner case, corner cases, error handling, handle errors, errors, error, exception, exceptions, invalid, empty input, null, validation, validate, boundary, boundaries, failure, failures, sonderfälle, randfälle, fehler*, cas limites, erreurs, casos límite, errores, casos extremos, erros, *边界, *错误, *異常, *エラー, *例外`,
  ),
  part(
    'tests',
    `test, tests, testing, tested, unit test, unit tests, test case, test cases, pytest, jest, vitest, tdd, coverage, testfälle, prueba, pruebas, teste, testes, тест*, *测试, *テスト, *테스트`,
  ),
  part(
    'format',
    `format, code block, only the code, only reply, reply only, only respond, explain, explanation, explanations, comments, commented, comment, documentation, readme, single file, one file, files, structure, step by step, markdown, diff, patch, table, list, ausgabeform, erkläre, kommentare, expliqu*, commentaires, explica*, comentarios, comentários, *解释, *注释, *格式, *説明, *コメント`,
  ),
] as const

export type CodePart = (typeof codeParts)[number]['id']
