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
import { addToTopicPostCounts } from '#features/topics/server/topics-query.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import { requireActiveMember } from '#server/session/guards.ts'
import { addMemberContributions } from './post-counters-query.ts'
import { generatePrivateId } from './private-link.ts'
import { generateSlug, isPrivateSlug, type PostServices } from './publish-post.ts'
import { insertTags } from './tags-query.ts'
import {
  makePostsPrivate,
  makePostsPublic,
  selectDuplicatePostIds,
  selectOwnPosts,
  selectTakenSlugs,
  type VisibilityChangeRow,
} from './visibility-changes-query.ts'

type Services = Pick<PostServices, 'notifyMentioned'> & {
  sql: Sql
  /** Injected to avoid a circular dependency: the search feature depends on posts. */
  enqueuePosts: (tx: AnySql, ids: readonly number[]) => Promise<void>
}

/**
 * Makes the member's own posts among `ids` private or public, in one transaction. A private post gets a
 * private link and loses its topic. A public post gets its previous slug or a new one, its private link stops
 * working, and the members whom its description mentions are notified. Comments, votes and bookmarks remain,
 * and every count that depends on privacy is corrected. The posts are only queued for the search index, because indexing
 * their texts may take seconds, for which their topics and authors would be locked. Any other ids are reported as not found. Throws 403
 * if a muted member publishes.
 */
export const updatePostsVisibility = (
  { sql, enqueuePosts, notifyMentioned }: Services,
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
      if (!isPrivate) await tellAllMentioned(tx, notifyMentioned, member.id, changed)
      const done = [...others, ...locked.map(({ id }) => id)].filter((id) => !rejected.has(id))
      return toBulkResult(ids, done, (id) => rejected.get(id) ?? 'post-not-found')
    })
  // Retries because another post may take a slug between the check and the commit.
  return retryOnConflict(change, ['busy', 'duplicate'])
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
  await addMemberContributions(tx, ids)
  if (!isPrivate) await insertTags(tx, [...new Set(posts.flatMap(({ tags }) => tags))])
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
const tellAllMentioned = async (
  tx: AnySql,
  notifyMentioned: Services['notifyMentioned'],
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
  await notifyMentioned(tx, { commentId: null, fromUserId, targets })
}
