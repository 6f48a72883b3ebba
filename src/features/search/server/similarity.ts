/** How much a word counts by where it stands in a post: in the title, the description or the beginning of the prompt. */
const PART_WEIGHTS = { A: 1, B: 0.6, D: 0.4 }
export type Part = keyof typeof PART_WEIGHTS

/** The distinct words of a post that visitors can read, as the index has them, with the most important part of each. */
export type PostWords = readonly { lexeme: string; part: Part }[]

/** Returns the number of posts that contain a word. */
type CountPosts = (lexeme: string) => number

/** The weight of words that say what kind of text a prompt is, but not what it is about. */
const FORM_WEIGHT = 0.3
const FORM_WORDS = new Set(
  `act advisor ai analyst app architect assist best better build builder chatgpt coach consult consultant creat creativ creator
  detail develop engin expert find generat generator get give good great guid help i imagin make manag me mentor need
  novel person pleas profession project prompt provid role senior show specialist step style task teacher tell tool tutor
  use user want work write writer`.split(/\s+/),
)

/** How much it counts that the title of one post is covered by the title and description of the other. */
const COVERAGE_WEIGHT = 0.25

/** Weighs a word by how rare it is: a rare word says more about the subject. */
export const weighWord = (lexeme: string, total: number, countPosts: CountPosts): number =>
  Math.log(1 + total / Math.max(1, countPosts(lexeme))) * (FORM_WORDS.has(lexeme) ? FORM_WEIGHT : 1)

/**
 * Returns how similar two posts are, from 0 to 1: the cosine of their weighted words, combined with the share of each
 * title that the other post covers. `total` is the number of posts that `countPosts` counts among.
 */
export const measureSimilarity = (
  a: PostWords,
  b: PostWords,
  { total, countPosts }: { total: number; countPosts: CountPosts },
): number => {
  const weigh = (lexeme: string) => weighWord(lexeme, total, countPosts)
  const coverage = Math.sqrt(coverTitle(a, b, weigh) * coverTitle(b, a, weigh))
  return (1 - COVERAGE_WEIGHT) * cosine(a, b, weigh) + COVERAGE_WEIGHT * coverage
}

type Weigh = (lexeme: string) => number

const cosine = (a: PostWords, b: PostWords, weigh: Weigh): number => {
  const weights = new Map(b.map(({ lexeme, part }) => [lexeme, PART_WEIGHTS[part] * weigh(lexeme)]))
  let product = 0
  let length = 0
  for (const { lexeme, part } of a) {
    const weight = PART_WEIGHTS[part] * weigh(lexeme)
    product += weight * (weights.get(lexeme) ?? 0)
    length += weight ** 2
  }
  const otherLength = [...weights.values()].reduce((sum, weight) => sum + weight ** 2, 0)
  return product === 0 ? 0 : product / Math.sqrt(length * otherLength)
}

const coverTitle = (a: PostWords, b: PostWords, weigh: Weigh): number => {
  const covering = new Set(b.filter(({ part }) => part !== 'D').map(({ lexeme }) => lexeme))
  let total = 0
  let covered = 0
  for (const { lexeme, part } of a) {
    if (part !== 'A') continue
    total += weigh(lexeme)
    if (covering.has(lexeme)) covered += weigh(lexeme)
  }
  return total === 0 ? 0 : covered / total
}
