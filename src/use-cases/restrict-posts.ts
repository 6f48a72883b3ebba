import type { PostRestriction } from '#core/post-restrictions.ts'
import { lockAffectedRows, planPostsChange } from '#features/members/server/deletion-plan-query.ts'
import { addMemberContributions, subtractPosts } from '#features/posts/server/post-counters-query.ts'
import { generatePrivateId } from '#features/posts/server/private-link.ts'
import {
  clearRestrictions,
  type RestrictedPost,
  selectRestrictions,
  updateRestrictions,
} from '#features/posts/server/restrictions-query.ts'
import { withdrawRestrictedVersions } from '#features/versions/server/restrictions-query.ts'
import type { AnySql } from '#server/database/connect.ts'
import { enqueuePosts } from './index-queued-posts.ts'
import { notifyAllMentioned } from './notify-all-mentioned.ts'
import { renewSlug } from './renew-slug.ts'

/**
 * Keeps posts from their readers, in the caller's transaction: as if their authors had made them private, but only the
 * authors and those who look after the site see them. Posts that are restricted already get the new reason. Returns those
 * that exist, as they were. The caller then calls `waitForIndexing`.
 */
export const restrictPosts = async (
  tx: AnySql,
  ids: readonly number[],
  restriction: PostRestriction,
): Promise<RestrictedPost[]> => {
  await lockAffectedRows(tx, planPostsChange(tx, ids))
  const posts = await selectRestrictions(tx, ids)
  const found = posts.map(({ id }) => id)
  const published = posts.filter(({ isPrivate }) => !isPrivate).map(({ id }) => id)
  await withdrawReplacedTexts(tx, posts)
  await subtractPosts(tx, planPostsChange(tx, published).contributions)
  await updateRestrictions(tx, new Map(found.map((id) => [id, generatePrivateId()])), restriction)
  await addMemberContributions(tx, published, [])
  if (published.length > 0) await enqueuePosts(tx, published)
  return posts
}

/**
 * Gives restricted posts back to their readers, in the caller's transaction, with every count, and notifies the members whom
 * they mention and who have not been notified. What their authors have replaced meanwhile remains readable for their authors
 * only. Returns the ids of those that were restricted. The caller then calls `waitForIndexing`.
 */
export const liftRestrictions = async (tx: AnySql, ids: readonly number[]): Promise<number[]> => {
  await lockAffectedRows(tx, planPostsChange(tx, ids))
  const posts = (await selectRestrictions(tx, ids)).filter(({ restriction }) => restriction !== null)
  const restricted = posts.map(({ id }) => id)
  await withdrawReplacedTexts(tx, posts)
  await subtractPosts(tx, planPostsChange(tx, restricted).contributions)
  const published = await clearRestrictions(tx, restricted)
  const isPublished = ({ id }: { id: number }) => published.includes(id)
  await addMemberContributions(
    tx,
    restricted,
    posts.filter(isPublished).flatMap(({ tags }) => tags),
  )
  if (published.length > 0) await enqueuePosts(tx, published)
  await notifyAllMentioned(tx, posts.filter(isPublished))
  return restricted
}

/** Withdraws the versions of restricted posts that were edited since, and the slugs made from their titles. */
const withdrawReplacedTexts = async (tx: AnySql, posts: readonly RestrictedPost[]): Promise<void> => {
  const edited = posts.filter(({ restriction, version }) => restriction !== null && version > 1)
  if (edited.length === 0) return
  const withdrawn = await withdrawRestrictedVersions(
    tx,
    edited.map(({ id }) => id),
  )
  for (const { postId, title } of withdrawn) await renewSlug(tx, postId, title)
}
