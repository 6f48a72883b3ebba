import { type BulkResult, toBulkResult } from '#core/bulk-schemas.ts'
import type { ErrorCode } from '#core/error-codes.ts'
import type { Member } from '#core/viewer.ts'
import {
  lockAffectedRows,
  planPostsChange,
  subtractContributions,
} from '#features/members/server/deletion-plan-query.ts'
import { addToMemberCounters } from '#features/members/server/member-counters-query.ts'
import { selectMembersByUsername } from '#features/members/server/mentions-query.ts'
import { notifyMentionedMembers } from '#features/notifications/server/mention-query.ts'
import { addMemberContributions } from '#features/posts/server/post-counters-query.ts'
import { generateSlug, isPrivateSlug } from '#features/posts/server/post-slug.ts'
import { generatePrivateId } from '#features/posts/server/private-link.ts'
import {
  makePostsPrivate,
  makePostsPublic,
  selectDuplicatePostIds,
  selectOwnPosts,
  selectTakenSlugs,
  type VisibilityChangeRow,
} from '#features/posts/server/visibility-changes-query.ts'
import { addToTopicPostCounts } from '#features/topics/server/topics-query.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import type { Logger } from '#server/log.ts'
import { requireActiveMember } from '#server/session/guards.ts'
import { enqueuePosts, waitForIndexing } from './index-queued-posts.ts'

type Resources = { sql: Sql; log: Pick<Logger, 'warn'> }

/**
 * Makes the member's own posts among `ids` private or public, in one transaction. A private post gets a
 * private link and loses its topic. A public post gets its previous slug or a new one, its private link stops
 * working, and the members whom its description mentions are notified. Comments, votes and bookmarks remain,
 * and every count that depends on privacy is corrected. The posts are indexed after the
 * transaction, because indexing their texts may take seconds, for which their topics and authors would be locked. Any other ids are reported as not found. Throws 403
 * if a muted member publishes.
 */
export const setPostVisibility = async (
  { sql, log }: Resources,
  member: Member,
  ids: number[],
  isPrivate: boolean,
): Promise<BulkResult> => {
  if (!isPrivate) requireActiveMember(member)
  const change = () =>
    sql.begin(async (tx) => {
      const own = await selectOwnPosts(tx, member.id, ids)
      const [others, candidates] = partition(own, (post) => post.isPrivate !== isPrivate)
      await lockAffectedRows(tx, planPostsChange(tx, candidates))
      // Reads the posts again because some may have changed before they were locked.
      const locked = await selectOwnPosts(tx, member.id, candidates)
      const found = locked.filter((post) => post.isPrivate !== isPrivate)
      const rejected = isPrivate ? new Map<number, ErrorCode>() : await rejectUnpublishable(tx, found)
      const changed = found.filter(({ id }) => !rejected.has(id))
      await changePosts(tx, changed, isPrivate)
      const changedIds = changed.map(({ id }) => id)
      if (changedIds.length) await enqueuePosts(tx, changedIds)
      if (!isPrivate) await notifyAllMentioned(tx, member.id, changed)
      const done = [...others, ...locked.map(({ id }) => id)].filter((id) => !rejected.has(id))
      return toBulkResult(ids, done, (id) => rejected.get(id) ?? 'post-not-found')
    })
  // Retries because another post may take a slug between the check and the commit.
  const result = await retryOnConflict(change, ['busy', 'duplicate'])
  await waitForIndexing(sql, log)
  return result
}

/** Splits posts into two lists of ids: those that fail the condition, and those that meet it. */
const partition = (
  posts: readonly VisibilityChangeRow[],
  condition: (post: VisibilityChangeRow) => boolean,
): [number[], number[]] => {
  const idsOf = (some: readonly VisibilityChangeRow[]) => some.map(({ id }) => id)
  return [idsOf(posts.filter((post) => !condition(post))), idsOf(posts.filter(condition))]
}

/** Applies the rules for publishing to posts that become public. Returns the rejected posts' error codes by id. */
const rejectUnpublishable = async (
  tx: AnySql,
  posts: readonly VisibilityChangeRow[],
): Promise<Map<number, ErrorCode>> => {
  const idsOf = (hasPrivateSource: boolean) =>
    posts.filter((post) => post.hasPrivateSource === hasPrivateSource).map(({ id }) => id)
  const duplicates = await selectDuplicatePostIds(tx, idsOf(false))
  return new Map<number, ErrorCode>([
    ...idsOf(true).map((id) => [id, 'private-source'] as const),
    ...[...duplicates].map((id) => [id, 'duplicate-prompt'] as const),
  ])
}

const changePosts = async (
  tx: AnySql,
  posts: readonly VisibilityChangeRow[],
  isPrivate: boolean,
): Promise<void> => {
  const ids = posts.map(({ id }) => id)
  if (ids.length === 0) return
  await subtractContributions(tx, planPostsChange(tx, ids), {
    member: addToMemberCounters,
    topic: addToTopicPostCounts,
  })
  if (isPrivate) await makePostsPrivate(tx, new Map(ids.map((id) => [id, generatePrivateId()])))
  else await makePostsPublic(tx, await chooseSlugs(tx, posts))
  await addMemberContributions(tx, ids, isPrivate ? [] : posts.flatMap(({ tags }) => tags))
}

/**
 * Chooses the slugs of posts that become public: a previously public post keeps its slug, and any other post
 * gets a slug made from its title or, if that slug is taken, an unguessable slug.
 */
const chooseSlugs = async (
  tx: AnySql,
  posts: readonly VisibilityChangeRow[],
): Promise<Map<number, string>> => {
  const propose = (post: VisibilityChangeRow, attempt: number) =>
    isPrivateSlug(post.seoSlug) ? generateSlug({ ...post, isPrivate: false }, attempt) : post.seoSlug
  const proposed = new Map(posts.map((post) => [post, propose(post, 0)]))
  const own = new Set(posts.map(({ seoSlug }) => seoSlug))
  const taken = new Set(
    await selectTakenSlugs(
      tx,
      [...proposed.values()].filter((slug) => !own.has(slug)),
    ),
  )
  const slugs = new Map<number, string>()
  for (const [post, plain] of proposed) {
    const isFree = plain === post.seoSlug || !(taken.has(plain) || own.has(plain))
    const slug = isFree ? plain : propose(post, UNGUESSABLE)
    taken.add(slug)
    slugs.set(post.id, slug)
  }
  return slugs
}

/**
 * From this attempt on, `generateSlug` adds a random suffix long enough that the slug is certain to be free.
 */
const UNGUESSABLE = 5

/**
 * Notifies all mentioned members because members who could not see the private post have not been notified
 * yet.
 */
const notifyAllMentioned = async (
  tx: AnySql,
  fromUserId: number,
  posts: readonly VisibilityChangeRow[],
): Promise<void> => {
  const names = [...new Set(posts.flatMap(({ mentions }) => mentions))]
  if (names.length === 0) return
  const members = await selectMembersByUsername(tx, names)
  const targets = posts.flatMap(({ id: postId, mentions }) =>
    members
      .filter(({ username }) => mentions.includes(username))
      .map(({ id: userId }) => ({ postId, userId })),
  )
  await notifyMentionedMembers(tx, { commentId: null, fromUserId, targets })
}
