import { parseWordList } from './tokens.ts'

/** The words that the rules add around the author's text, in the text's language. */
export type PromptPhrases = {
  headings: Record<'task' | 'context' | 'requirements' | 'output' | 'input' | 'more', string>
  /** The label, name and suggestions of each blank, which is optional. */
  blanks: Record<'code' | 'requirements', readonly [label: string, name: string, value: string]>
  /** A rule to answer in the task's language; set only for languages without phrases of their own. */
  sameLanguageRule?: string
}

export const englishPhrases: PromptPhrases = {
  headings: {
    task: 'Task',
    context: 'Context',
    requirements: 'Requirements',
    output: 'Output',
    input: 'Input',
    more: 'Further details',
  },
  blanks: {
    code: ['Form of the answer', 'answer_format', '|the result only|with comments|with a short explanation'],
    requirements: ['Further requirements', 'requirements', '|brief|detailed|with examples'],
  },
}

/** The English phrases, which are also used for languages without phrases of their own. */
const englishForOtherLanguages: PromptPhrases = {
  ...englishPhrases,
  sameLanguageRule: 'Unless the task says otherwise, answer in its language.',
}

const german: PromptPhrases = {
  headings: {
    task: 'Aufgabe',
    context: 'Kontext',
    requirements: 'Anforderungen',
    output: 'Ausgabe',
    input: 'Eingabe',
    more: 'Weitere Angaben',
  },
  blanks: {
    code: ['Form der Antwort', 'antwortform', '|nur das Ergebnis|mit Kommentaren|mit kurzer Erklärung'],
    requirements: ['Weitere Anforderungen', 'anforderungen', '|kurz|ausführlich|mit Beispielen'],
  },
}

const french: PromptPhrases = {
  headings: {
    task: 'Tâche',
    context: 'Contexte',
    requirements: 'Exigences',
    output: 'Résultat',
    input: 'Entrée',
    more: 'Autres précisions',
  },
  blanks: {
    code: [
      'Forme de la réponse',
      'forme_de_la_reponse',
      '|le résultat seul|avec des commentaires|avec une brève explication',
    ],
    requirements: ['Autres exigences', 'exigences', '|bref|détaillé|avec des exemples'],
  },
}

const spanish: PromptPhrases = {
  headings: {
    task: 'Tarea',
    context: 'Contexto',
    requirements: 'Requisitos',
    output: 'Resultado',
    input: 'Entrada',
    more: 'Más detalles',
  },
  blanks: {
    code: [
      'Forma de la respuesta',
      'forma_de_la_respuesta',
      '|solo el resultado|con comentarios|con una breve explicación',
    ],
    requirements: ['Otros requisitos', 'requisitos', '|breve|detallado|con ejemplos'],
  },
}

const portuguese: PromptPhrases = {
  headings: {
    task: 'Tarefa',
    context: 'Contexto',
    requirements: 'Requisitos',
    output: 'Saída',
    input: 'Entrada',
    more: 'Mais detalhes',
  },
  blanks: {
    code: [
      'Forma da resposta',
      'forma_da_resposta',
      '|só o resultado|com comentários|com uma breve explicação',
    ],
    requirements: ['Outros requisitos', 'requisitos', '|breve|detalhado|com exemplos'],
  },
}

/** Words that occur in almost every sentence in one language and rarely in the others. */
const COMMON: readonly (readonly [ReadonlySet<string>, PromptPhrases])[] = (
  [
    [
      'the, and, of, to, is, you, for, with, that, your, an, as, it, write, create, make, i, my, be, will, act, by, from, this, about, on, at, or, are, how, what, not, no, do, all, me, in',
      englishPhrases,
    ],
    [
      'der, die, das, und, ist, ein, eine, einen, einem, einer, für, mit, nicht, ich, du, auf, schreibe, schreib, erstelle, über, bitte, mir, zu, von, den, dem',
      german,
    ],
    [
      'le, la, les, des, et, est, un, une, pour, avec, dans, je, tu, vous, sur, du, au, écris, rédige, mon, ma, crée, qui, ce, cette',
      french,
    ],
    [
      'el, la, los, las, y, es, qué, un, una, para, con, en, que, del, sobre, escribe, crea, mi, por, al, lo, eres, como, tu, haz',
      spanish,
    ],
    [
      'os, é, um, uma, para, com, em, que, da, na, sobre, escreva, crie, meu, minha, por, você, não, faça',
      portuguese,
    ],
    // These languages are included so that Italian, Turkish and Dutch are not mistaken for related ones.
    [
      'il, lo, gli, è, un, una, per, con, che, di, del, della, sul, scrivi, crea, mio, non, sei',
      englishForOtherLanguages,
    ],
    [
      've, bir, bu, için, ile, bana, hakkında, yaz, olarak, çok, de, da, ne, nasıl, gibi, bul',
      englishForOtherLanguages,
    ],
    [
      'een, het, de, van, en, voor, met, dat, schrijf, maak, over, mijn, niet, op, je',
      englishForOtherLanguages,
    ],
  ] as const
).map(([list, phrases]) => [new Set(parseWordList(list)), phrases])

export const phrasesByLanguage: readonly PromptPhrases[] = [
  englishPhrases,
  englishForOtherLanguages,
  german,
  french,
  spanish,
  portuguese,
]

const MAX_WORDS_READ = 200

/**
 * Returns the phrases in the text's language. If there are none, returns the English phrases with the rule to
 * answer in the task's language.
 */
export const detectPromptPhrases = (text: string): PromptPhrases => {
  const textWords =
    text
      .toLowerCase()
      .match(/[\p{L}\p{M}]+/gu)
      ?.slice(0, MAX_WORDS_READ) ?? []
  const nonLatin = textWords.filter((word) => /[^\p{Script=Latin}\p{M}]/u.test(word)).length
  if (nonLatin > textWords.length / 2) return englishForOtherLanguages
  const counts = COMMON.map(([common, phrases]) => ({
    phrases,
    count: textWords.filter((word) => common.has(word)).length,
  }))
  const max = Math.max(...counts.map(({ count }) => count))
  const [best, other] = counts.filter(({ count }) => count === max).map(({ phrases }) => phrases)
  // The text contains non-English letters, but no word that identifies the language.
  if (max === 0 && /[^\p{ASCII}]/u.test(textWords.join(''))) return englishForOtherLanguages
  if (!best || best === englishPhrases) return englishPhrases
  // If two languages are equally likely, the headings of either could be wrong.
  return other ? englishForOtherLanguages : best
}
