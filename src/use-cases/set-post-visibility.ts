import { type BulkResult, toBulkResult } from '#core/bulk-schemas.ts'
import type { ErrorCode } from '#core/error-codes.ts'
import type { Member } from '#core/viewer.ts'
import { lockAffectedRows, planPostsChange } from '#features/members/server/deletion-plan-query.ts'
import { addMemberContributions, subtractPosts } from '#features/posts/server/post-counters-query.ts'
import { generateSlug, isPrivateSlug, UNGUESSABLE } from '#features/posts/server/post-slug.ts'
import { generatePrivateId } from '#features/posts/server/private-link.ts'
import {
  makePostsPrivate,
  makePostsPublic,
  selectDuplicatePostIds,
  selectOwnPosts,
  selectTakenSlugs,
  type VisibilityChangeRow,
} from '#features/posts/server/visibility-changes-query.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import type { Logger } from '#server/log.ts'
import { requireActiveMember } from '#server/session/guards.ts'
import { enqueuePosts, waitForIndexing } from './index-queued-posts.ts'
import { delayPosts, listTooManyPosts, lockNewcomer } from './limit-newcomer.ts'
import { notifyAllMentioned } from './notify-all-mentioned.ts'

type Resources = { sql: Sql; log: Pick<Logger, 'warn'> }

/**
 * Makes the member's own posts among `ids` private or public. A private post gets a private link and loses its topic. A
 * public post gets its previous slug or a new one, its private link stops working, and the members whom its description
 * mentions are notified. Comments, votes and bookmarks remain, and every count that depends on privacy is corrected. Restricted
 * posts stay as they are. Any other ids are reported as not found. Throws 403 if a muted member publishes.
 *
 * Posts with many votes are changed in transactions of their own, and all are indexed afterwards, because others wait for
 * their topics and authors.
 */
export const setPostVisibility = async (
  { sql, log }: Resources,
  member: Member,
  ids: number[],
  isPrivate: boolean,
): Promise<BulkResult> => {
  if (!isPrivate) requireActiveMember(member)
  const own = await selectOwnPosts(sql, member.id, ids)
  const isDone = (post: VisibilityChangeRow) => !post.isRestricted && post.isPrivate === isPrivate
  const candidates = own.filter((post) => !post.isRestricted && !isDone(post))
  const done = own.filter(isDone).map(({ id }) => id)
  const rejected = new Map<number, ErrorCode>(
    own.filter(({ isRestricted }) => isRestricted).map(({ id }) => [id, 'post-restricted']),
  )
  const batches = splitByVotes(candidates)
  // Of posts with the same prompt, only the first one is published, also if they are in different batches.
  const duplicates = !isPrivate && batches.length > 1 ? await findUnpublishable(sql, candidates) : []
  for (const [id, code] of duplicates) rejected.set(id, code)
  for (const batch of batches) {
    const batchIds = batch.filter((id) => !rejected.has(id))
    const change = () => sql.begin((tx) => changeBatch(tx, member, batchIds, isPrivate))
    // Retries because another post may take a slug between the check and the commit.
    const result = await retryOnConflict(change, ['busy', 'duplicate'])
    done.push(...result.done)
    for (const [id, code] of result.rejected) rejected.set(id, code)
  }
  await waitForIndexing(sql, log)
  return toBulkResult(ids, done, (id) => rejected.get(id) ?? 'post-not-found')
}

/** The number of votes on the posts of a transaction, unless it changes a single one. */
const MAX_VOTES = 10_000

/** Splits posts into lists that each have at most `MAX_VOTES`, as far as their scores tell. */
const splitByVotes = (posts: readonly VisibilityChangeRow[]): number[][] => {
  const batches: number[][] = []
  let votes = Infinity
  for (const { id, score } of posts) {
    votes += Math.abs(score)
    if (votes > MAX_VOTES) {
      batches.push([])
      votes = Math.abs(score)
    }
    batches.at(-1)?.push(id)
  }
  return batches
}

type Changed = { done: number[]; rejected: Map<number, ErrorCode> }

const changeBatch = async (
  tx: AnySql,
  member: Member,
  ids: readonly number[],
  isPrivate: boolean,
): Promise<Changed> => {
  if (!isPrivate) await lockNewcomer(tx, member)
  await lockAffectedRows(tx, planPostsChange(tx, ids))
  // Reads the posts again because some may have changed before they were locked.
  const locked = await selectOwnPosts(tx, member.id, ids)
  const found = locked.filter((post) => !post.isRestricted && post.isPrivate !== isPrivate)
  const rejected = isPrivate ? new Map<number, ErrorCode>() : await findUnpublishable(tx, found)
  for (const { id, isRestricted } of locked) if (isRestricted) rejected.set(id, 'post-restricted')
  if (!isPrivate) {
    const publishable = found.map(({ id }) => id).filter((id) => !rejected.has(id))
    for (const id of await listTooManyPosts(tx, member, publishable)) rejected.set(id, 'newcomer-limit')
  }
  const changed = found.filter(({ id }) => !rejected.has(id))
  await changePosts(tx, changed, isPrivate)
  if (changed.length > 0)
    await enqueuePosts(
      tx,
      changed.map(({ id }) => id),
    )
  if (!isPrivate) await notifyAllMentioned(tx, await withoutWaiting(tx, member, changed))
  return { done: locked.map(({ id }) => id).filter((id) => !rejected.has(id)), rejected }
}

/** Applies the rules for publishing to posts that become public. Returns the rejected posts' error codes by id. */
const findUnpublishable = async (
  tx: AnySql,
  posts: readonly VisibilityChangeRow[],
): Promise<Map<number, ErrorCode>> => {
  const idsOf = (hasPrivateSource: boolean) =>
    posts.filter((post) => post.hasPrivateSource === hasPrivateSource).map(({ id }) => id)
  const duplicates = await selectDuplicatePostIds(tx, idsOf(false))
  return new Map<number, ErrorCode>([
    ...idsOf(true).map((id) => [id, 'private-source'] as const),
    ...[...duplicates].map((id) => [id, 'duplicate-prompt'] as const),
    ...posts.flatMap(({ id, removedCopy }) =>
      removedCopy === 'own' ? [[id, 'removed-prompt'] as const] : [],
    ),
  ])
}

const changePosts = async (
  tx: AnySql,
  posts: readonly VisibilityChangeRow[],
  isPrivate: boolean,
): Promise<void> => {
  const ids = posts.map(({ id }) => id)
  if (ids.length === 0) return
  await subtractPosts(tx, planPostsChange(tx, ids).contributions)
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

/** Leaves out the posts that wait for a first look, whose mentions are notified when they are approved. */
const withoutWaiting = async (
  tx: AnySql,
  member: Member,
  posts: readonly VisibilityChangeRow[],
): Promise<VisibilityChangeRow[]> => {
  const waiting = await delayPosts(
    tx,
    member,
    posts.map(({ id }) => id),
    posts.flatMap(({ id, removedCopy }) => (removedCopy === null ? [] : id)),
  )
  return posts.filter(({ id }) => !waiting.includes(id))
}
