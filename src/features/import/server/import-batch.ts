import { slugWithSuffix, topicSlug } from '#core/slugs.ts'
import { indexPosts } from '#features/search/server/index-query.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { planEachTime } from '#server/database/plan-each-time.ts'
import { freeNames, suffixFor } from './free-names.ts'
import type { ImportedPost } from './imported-post.ts'
import { authorKey, resolveAuthors } from './resolve-authors.ts'
import * as store from './store.ts'

/** What another writer may do to a batch: take the same name, or lock the same rows the other way round. */
const PASSING = new Set(['23505', '40001', '40P01', '55P03'])
const ATTEMPTS = 5

/** One transaction: all new posts of the batch with authors, topics, counts and index. Returns how many were new. */
export const importBatch = async (sql: Sql, posts: ImportedPost[]): Promise<number> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await sql.begin((transaction) => importOnce(transaction, posts))
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (!PASSING.has(code) || attempt === ATTEMPTS) throw error
    }
  }
}

/** Those of the posts that the site does not have, each once. */
export const unknownPosts = async (sql: AnySql, posts: ImportedPost[]): Promise<ImportedPost[]> => {
  const known = new Set<string>()
  const found = await store.findKnown(
    sql,
    posts.map((post) => post.key),
    posts.filter((post) => post.isExported),
  )
  for (const row of found) {
    known.add(row.key ?? row.privateId ?? linkAndTime(row.seoSlug, row.createdAt?.toISOString()))
  }
  return posts.filter((post) => {
    const marks = [post.key]
    if (post.isExported) marks.push(linkAndTime(post.seoSlug, post.createdAt))
    if (post.privateId) marks.push(post.privateId)
    const isKnown = marks.some((mark) => known.has(mark))
    for (const mark of marks) known.add(mark)
    return !isKnown
  })
}

const linkAndTime = (slug: string | null, time: string | undefined) => `${slug} ${time}`

const importOnce = async (sql: AnySql, given: ImportedPost[]): Promise<number> => {
  await store.allowLongWork(sql)
  // Plans made while the tables were empty would be ruinous once they have grown.
  await planEachTime(sql)
  const posts = await unknownPosts(sql, given)
  if (posts.length === 0) return 0
  const authors = await resolveAuthors(sql, posts)
  const topics = await resolveTopics(sql, posts)
  const slugs = await freeNames(posts.map(slugProposal), (names) => store.findTakenSlugs(sql, names))
  const ids = await store.takeContentIds(sql, posts.length)
  const rows = posts.map(({ author, topic, isExported: _, ...post }, at) => ({
    ...post,
    id: ids[at] ?? 0,
    userId: authors.get(authorKey(author)) ?? 0,
    topicId: topic === null ? null : (topics.get(topicSlug(topic)) ?? null),
    seoSlug: slugs[at] ?? '',
  }))
  await store.insertPosts(sql, rows)
  await store.countPosts(sql, ids)
  await indexPosts(sql, ids)
  return posts.length
}

const slugProposal = (post: ImportedPost) => (attempt: number) =>
  attempt === 0 ? post.seoSlug : slugWithSuffix(post.seoSlug, suffixFor(post.key, attempt))

const resolveTopics = async (sql: AnySql, posts: ImportedPost[]): Promise<Map<string, number>> => {
  const named = new Map(
    posts.flatMap(({ topic }) => (topic === null ? [] : [[topicSlug(topic), topic] as const])).reverse(),
  )
  const slugs = [...named.keys()]
  const found = await store.findTopics(sql, slugs)
  const missing = slugs.filter((slug) => !found.some((topic) => topic.slug === slug))
  if (missing.length === 0) return new Map(found.map((topic) => [topic.slug, topic.id]))
  await store.insertTopics(
    sql,
    missing.map((slug) => ({ slug, name: named.get(slug) ?? slug })),
  )
  return new Map((await store.findTopics(sql, slugs)).map((topic) => [topic.slug, topic.id]))
}
