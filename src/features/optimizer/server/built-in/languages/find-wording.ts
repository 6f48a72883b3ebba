import { words } from '../bag.ts'
import { english, englishAround } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { portuguese } from './portuguese.ts'
import { spanish } from './spanish.ts'
import type { Wording } from './wording.ts'

/** Words that occur in almost every sentence of one language and rarely in the others. */
const COMMON: readonly (readonly [ReadonlySet<string>, Wording])[] = (
  [
    [
      'the, and, of, to, is, you, for, with, that, your, an, as, it, write, create, make, i, my, be, will, act, by, from, this, about, on, at, or, are, how, what, not, no, do, all, me, in',
      english,
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
    // Listed so that Italian, Turkish and Dutch are not mistaken for related languages.
    [
      'il, lo, gli, è, un, una, per, con, che, di, del, della, sul, scrivi, crea, mio, non, sei',
      englishAround,
    ],
    ['ve, bir, bu, için, ile, bana, hakkında, yaz, olarak, çok, de, da, ne, nasıl, gibi, bul', englishAround],
    ['een, het, de, van, en, voor, met, dat, schrijf, maak, over, mijn, niet, op, je', englishAround],
  ] as const
).map(([list, wording]) => [new Set(words(list)), wording])

/** All wordings. */
export const wordings: readonly Wording[] = [english, englishAround, german, french, spanish, portuguese]

const MAX_WORDS_READ = 200

/**
 * Returns the wording in the language of the text. For a language without one, it is English with the rule to
 * answer in the language of the task.
 */
export const findWording = (text: string): Wording => {
  const textWords =
    text
      .toLowerCase()
      .match(/[\p{L}\p{M}]+/gu)
      ?.slice(0, MAX_WORDS_READ) ?? []
  if (textWords.length === 0) return english
  const nonLatin = textWords.filter((word) => !/^[\p{Script=Latin}\p{M}]+$/u.test(word)).length
  if (nonLatin > textWords.length / 2) return englishAround
  const counts = COMMON.map(([common, wording]) => ({
    wording,
    count: textWords.filter((word) => common.has(word)).length,
  }))
  const max = Math.max(...counts.map(({ count }) => count))
  const [best, other] = counts.filter(({ count }) => count === max).map(({ wording }) => wording)
  // Non-English letters, but no word that identifies the language.
  if (max === 0 && /[^\p{ASCII}]/u.test(textWords.join(''))) return englishAround
  if (!best || best === english) return english
  // If two languages are equally likely, the headings of either could be wrong.
  return other ? englishAround : best
}
