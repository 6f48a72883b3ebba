import { appendSlugSuffix, toTopicSlug } from '#core/slugs.ts'
import { findAvailableNames, getDeterministicSuffix } from '#features/import/server/available-names.ts'
import type { ImportedPost } from '#features/import/server/imported-post.ts'
import { getAuthorKey, resolveAuthors } from '#features/import/server/resolve-authors.ts'
import * as store from '#features/import/server/store.ts'
import { lockMemberRows } from '#features/members/server/member-counters-query.ts'
import {
  insertImportedPostRows,
  linkImportedRemixes,
  reserveContentIds,
  selectTakenSlugs,
} from '#features/posts/server/import-query.ts'
import { addNewPostsToCounters } from '#features/posts/server/post-counters-query.ts'
import { selectRemovedCopies } from '#features/posts/server/removed-prompts-query.ts'
import { indexPosts } from '#features/search/server/index-query.ts'
import { recordReleases } from '#features/skills/server/releases-query.ts'
import { insertTopics, selectTopicsBySlug } from '#features/topics/server/topics-query.ts'
import { insertImportedVersions } from '#features/versions/server/transfer-query.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { forceCustomPlan } from '#server/database/force-custom-plan.ts'
import { delayUntilFirstLook } from './limit-newcomer.ts'

/**
 * SQLSTATE codes of conflicts with a concurrent writer: unique violation, serialization failure, deadlock,
 * lock timeout.
 */
const RETRYABLE_CODES = new Set(['23505', '40001', '40P01', '55P03'])
const MAX_ATTEMPTS = 5

/**
 * Imports all new posts in the batch, along with authors, topics, counts and search index, in one
 * transaction. Posts with a prompt that moderators have removed wait for a look. Returns the number of new posts.
 */
export const importBatch = async (sql: Sql, posts: ImportedPost[]): Promise<number> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await sql.begin((transaction) => importNewPosts(transaction, posts))
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (!RETRYABLE_CODES.has(code) || attempt === MAX_ATTEMPTS) throw error
    }
  }
}

/** Returns the posts that the site does not have yet, without duplicates. */
export const filterNewPosts = async (sql: AnySql, posts: ImportedPost[]): Promise<ImportedPost[]> => {
  const known = new Set<string>()
  const found = await store.selectExistingPosts(
    sql,
    posts.map((post) => post.key),
    posts.filter((post) => post.isExported),
  )
  for (const row of found) {
    known.add(row.key ?? row.privateId ?? slugAndTime(row.seoSlug, row.createdAt))
  }
  return posts.filter((post) => {
    const identities = [post.key]
    if (post.isExported) identities.push(slugAndTime(post.seoSlug, post.createdAt))
    if (post.privateId) identities.push(post.privateId)
    const isKnown = identities.some((identity) => known.has(identity))
    for (const identity of identities) known.add(identity)
    return !isKnown
  })
}

const slugAndTime = (slug: string | null, createdAt: Date | null) => `${slug} ${createdAt?.getTime()}`

const importNewPosts = async (sql: AnySql, batch: ImportedPost[]): Promise<number> => {
  await store.disableTimeouts(sql)
  // Query plans that are cached while the tables are empty would be extremely slow once the tables have grown.
  await forceCustomPlan(sql)
  const posts = await filterNewPosts(sql, batch)
  if (posts.length === 0) return 0
  const authors = await resolveAuthors(sql, posts)
  const topics = await resolveTopics(sql, posts)
  const slugs = await findAvailableNames(posts.map(slugProposal), (names) => selectTakenSlugs(sql, names))
  const ids = await reserveContentIds(sql, posts.length)
  const rows = posts.map(({ author, topic, isExported: _, versions, ...post }, index) => ({
    ...post,
    version: versions.at(-1)?.number ?? 1,
    promptVersion: promptVersionOf(versions),
    id: ids[index] ?? 0,
    userId: authors.get(getAuthorKey(author)) ?? 0,
    topicId: topic === null ? null : (topics.get(toTopicSlug(topic)) ?? null),
    seoSlug: slugs[index] ?? '',
  }))
  await insertImportedPostRows(sql, rows)
  await linkImportedRemixes(
    sql,
    rows.filter(({ remixOf }) => remixOf !== undefined),
  )
  await store.insertImportedPosts(
    sql,
    rows.map(({ key, id }) => ({ key, id })),
  )
  await insertImportedVersions(
    sql,
    rows.flatMap(({ id, userId }, index) =>
      (posts[index]?.versions ?? []).map((version) => ({ ...version, postId: id, userId })),
    ),
  )
  if (rows.some(({ form }) => form === 'skill')) await recordReleases(sql, ids)
  await indexPosts(sql, ids)
  await lockMemberRows(sql, [...authors.values()])
  await addNewPostsToCounters(sql, ids)
  const copied = await selectRemovedCopies(sql, ids)
  await delayUntilFirstLook(sql, copied, { copied })
  return posts.length
}

/**
 * Returns the version in which a post's prompt was written. Older files lack it, so it is derived from the changes
 * that each version lists.
 */
const promptVersionOf = (versions: ImportedPost['versions']): number =>
  versions.at(-1)?.promptVersion ??
  versions.findLast(({ changed }) => changed.includes('prompt'))?.number ??
  1

const slugProposal = (post: ImportedPost) => (attempt: number) =>
  attempt === 0 ? post.seoSlug : appendSlugSuffix(post.seoSlug, getDeterministicSuffix(post.key, attempt))

const resolveTopics = async (sql: AnySql, posts: ImportedPost[]): Promise<Map<string, number>> => {
  const topicNames = new Map(
    posts.flatMap(({ topic }) => (topic === null ? [] : [[toTopicSlug(topic), topic] as const])).reverse(),
  )
  const slugs = [...topicNames.keys()]
  const found = await selectTopicsBySlug(sql, slugs)
  const missing = slugs.filter((slug) => !found.some((topic) => topic.slug === slug))
  if (missing.length === 0) return new Map(found.map((topic) => [topic.slug, topic.id]))
  await insertTopics(
    sql,
    missing.map((slug) => ({ slug, name: topicNames.get(slug) ?? slug })),
  )
  return new Map((await selectTopicsBySlug(sql, slugs)).map((topic) => [topic.slug, topic.id]))
}
