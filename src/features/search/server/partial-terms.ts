import { type AnalyzedTerm, quoteLexeme, type Term } from './search-terms.ts'

/** Written without spaces, or with particles attached: a run of these characters is a phrase to the index. */
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Lao}\p{scx=Mymr}\p{scx=Khmr}\p{scx=Hang}\p{M}]+/gu
const CHARACTER = /\P{M}\p{M}*/gu
/** How many parts of a query are looked for one by one. */
const MAX_PARTS = 24

/**
 * What is looked for one by one where too few posts have all of a query: its words, the parts of names (node, js), and of texts
 * without spaces each pair of neighbors, since no dictionary tells their words. A phrase in quotes stays whole.
 */
export const partsOf = (terms: readonly AnalyzedTerm[]): Term[] => {
  const texts = terms.flatMap(({ text, isExcluded, query }) => {
    if (isExcluded) return []
    if (text.startsWith('"') || !query.includes('<')) return [text]
    const spaced = text.replace(UNSPACED, ' ').split(/[^\p{L}\p{N}+#]+/u)
    return [...spaced, ...(text.match(UNSPACED) ?? []).flatMap(pairsOf)].filter(Boolean)
  })
  return [...new Set(texts)].slice(0, MAX_PARTS).map((text) => ({ text, isExcluded: false, alternative: 0 }))
}

const pairsOf = (run: string): string[] => {
  const characters = run.match(CHARACTER) ?? []
  return characters.length < 2
    ? characters
    : characters.slice(1).map((character, at) => `${characters[at]}${character}`)
}

/** A part of a query with how often it occurs, for weighing: rare words say more of what is meant. */
export type Part = {
  /** As a tsquery: the part itself, its words alone for the index, and the part within a title or a description. */
  query: string
  words: string
  inTitle: string
  inDescription: string
  weight: number
  /** Whether posts that have only this part are taken into account. */
  isSelective: boolean
  /** Whether the part is so rare that all posts are asked for it, and not the best ones alone. */
  isRare: boolean
}

/** Of a part in more posts than these, posts are taken into account only if they have another part too. */
const SELECTIVE_POSTS = 1_000
/** So many of the best posts are about one in a hundred. */
const RARE_POSTS = 100

/** Words of a request rather than of its subject, as the index knows them; they say little of what is looked for. */
const REQUEST_WORDS = new Set(
  'ai best better build chatgpt creat find generat get give good great help i make me need pleas show tell use want write'.split(
    ' ',
  ),
)
const REQUEST_WEIGHT = 0.3

/** `frequencies` says in how many of `total` posts each part occurs. */
export const weighParts = (
  parts: readonly AnalyzedTerm[],
  frequencies: readonly number[],
  total: number,
): Part[] => {
  const rarest = Math.min(...frequencies.filter((count) => count > 0))
  return parts.flatMap(({ query, lexemes }, at) => {
    const posts = frequencies[at] ?? 0
    if (posts === 0) return []
    return {
      query,
      words: lexemes.map(quoteLexeme).join(' & '),
      inTitle: withWeight(query, 'A'),
      inDescription: withWeight(query, 'B'),
      weight: Math.log(1 + total / posts) * (isOfRequest(lexemes) ? REQUEST_WEIGHT : 1),
      isSelective: posts <= SELECTIVE_POSTS || posts === rarest,
      isRare: posts <= RARE_POSTS,
    }
  })
}

const isOfRequest = (lexemes: readonly string[]) => lexemes.every((lexeme) => REQUEST_WORDS.has(lexeme))

/** The same tsquery for words of this weight alone. */
const withWeight = (query: string, weight: 'A' | 'B') =>
  query.replace(/'(?:[^']|'')*'/gu, (lexeme) => `${lexeme}:${weight}`)
