import type { SimilarPost } from '#features/posts/server/similar-posts-query.ts'
import type { AnySql } from '#server/database/connect.ts'
import {
  type ComparedParts,
  countHotPosts,
  selectCandidates,
  selectPostWords,
  selectWordsOfTitle,
} from './similar-words-query.ts'
import { measureSimilarity, type PostWords, weighWord } from './similarity.ts'

/**
 * From which similarity posts are called similar. The judged pairs of `bench/similar-posts.json` set it: nine in ten posts
 * that are shown must do the same as the other.
 */
const MIN_SIMILARITY: Record<ComparedParts, number> = { visible: 0.44, title: 0.68 }
/** The number of a post's words by which candidates are found: those with the highest weights. */
const MAX_SEARCHED_WORDS = 8
const MAX_SIMILAR = 10

/** The number of hot posts, and of those with each word. It is kept while several posts are compared. */
export type WordCounts = { total: number; posts: Map<string, number> }
export const createWordCounts = (): WordCounts => ({ total: 0, posts: new Map() })

/** Finds the public posts of other authors that are similar to a post, the most similar first. */
export const findSimilarPosts = async (
  sql: AnySql,
  postId: number,
  counts: WordCounts,
): Promise<SimilarPost[]> => {
  const words = (await selectPostWords(sql, [postId], 'visible')).get(postId) ?? []
  return compare(sql, words, { parts: 'visible', exceptId: postId, counts })
}

/** Finds the public posts whose titles are similar to a title, the most similar first. */
export const findSimilarTitles = async (sql: AnySql, title: string): Promise<SimilarPost[]> =>
  compare(sql, await selectWordsOfTitle(sql, title), {
    parts: 'title',
    exceptId: null,
    counts: createWordCounts(),
  })

type Comparison = { parts: ComparedParts; exceptId: number | null; counts: WordCounts }

const compare = async (
  sql: AnySql,
  words: PostWords,
  { parts, exceptId, counts }: Comparison,
): Promise<SimilarPost[]> => {
  if (words.length === 0) return []
  await addCounts(sql, counts, words)
  const weighed = words
    .map(({ lexeme }) => ({ lexeme, weight: weighWord(lexeme, counts.total, countPosts(counts)) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_SEARCHED_WORDS)
  const ids = await selectCandidates(sql, weighed, { parts, exceptId })
  const measure = (others: PostWords) =>
    measureSimilarity(words, others, { total: counts.total, countPosts: countPosts(counts) })
  const lexemes = new Set(words.map(({ lexeme }) => lexeme))
  // A post is at most as similar as its common words alone would be. Most candidates are not similar enough even so, and
  // their other words need not be counted.
  const candidates = [...(await selectPostWords(sql, ids, parts))].filter(
    ([, others]) => measure(others.filter(({ lexeme }) => lexemes.has(lexeme))) >= MIN_SIMILARITY[parts],
  )
  await addCounts(
    sql,
    counts,
    candidates.flatMap(([, others]) => others),
  )
  return candidates
    .map(([id, others]) => ({ id, similarity: measure(others) }))
    .filter(({ similarity }) => similarity >= MIN_SIMILARITY[parts])
    .sort((a, b) => b.similarity - a.similarity || b.id - a.id)
    .slice(0, MAX_SIMILAR)
}

const countPosts =
  ({ posts }: WordCounts) =>
  (lexeme: string): number =>
    posts.get(lexeme) ?? 0

const addCounts = async (sql: AnySql, counts: WordCounts, words: PostWords): Promise<void> => {
  const lexemes = [...new Set(words.map(({ lexeme }) => lexeme))].filter((word) => !counts.posts.has(word))
  if (lexemes.length === 0) return
  const counted = await countHotPosts(sql, lexemes)
  counts.total = counted.total
  for (const [index, lexeme] of lexemes.entries()) counts.posts.set(lexeme, counted.counts[index] ?? 0)
}
