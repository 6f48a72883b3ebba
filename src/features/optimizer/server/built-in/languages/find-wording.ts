import { words } from '../bag.ts'
import { english, englishAround } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { portuguese } from './portuguese.ts'
import { spanish } from './spanish.ts'
import type { Wording } from './wording.ts'

/** Words that hardly a sentence of the language is without, and that the others do not have. */
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
    // Recognised, so that they are not taken for their neighbours.
    [
      'il, lo, gli, è, un, una, per, con, che, di, del, della, sul, scrivi, crea, mio, non, sei',
      englishAround,
    ],
    ['ve, bir, bu, için, ile, bana, hakkında, yaz, olarak, çok, de, da, ne, nasıl, gibi, bul', englishAround],
    ['een, het, de, van, en, voor, met, dat, schrijf, maak, over, mijn, niet, op, je', englishAround],
  ] as const
).map(([list, wording]) => [new Set(words(list)), wording])

/** Every wording that a text may be given. */
export const wordings: readonly Wording[] = [english, englishAround, german, french, spanish, portuguese]

const READ = 200

/** The wording in the language of the text; around languages that have none, English that says to answer in theirs. */
export const findWording = (text: string): Wording => {
  const read =
    text
      .toLowerCase()
      .match(/[\p{L}\p{M}]+/gu)
      ?.slice(0, READ) ?? []
  if (read.length === 0) return english
  const foreign = read.filter((word) => !/^[\p{Script=Latin}\p{M}]+$/u.test(word)).length
  if (foreign > read.length / 2) return englishAround
  const counts = COMMON.map(([common, wording]) => ({
    wording,
    count: read.filter((word) => common.has(word)).length,
  }))
  const most = Math.max(...counts.map(({ count }) => count))
  const [best, other] = counts.filter(({ count }) => count === most).map(({ wording }) => wording)
  // Letters that English does not use, and no word that tells which language it is.
  if (most === 0 && /[^\p{ASCII}]/u.test(read.join(''))) return englishAround
  if (!best || best === english) return english
  // Two languages that are equally likely: the headings of either may be wrong.
  return other ? englishAround : best
}
