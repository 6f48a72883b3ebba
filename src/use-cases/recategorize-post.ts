import { HttpError } from '#core/http-error.ts'
import type { Member } from '#core/viewer.ts'
import { lockAffectedRows, planPostsChange } from '#features/members/server/deletion-plan-query.ts'
import { updateTopicOfCases } from '#features/moderation/server/case-query.ts'
import type { DecisionChange } from '#features/moderation/server/decisions-query.ts'
import { addMemberContributions, subtractPosts } from '#features/posts/server/post-counters-query.ts'
import { type LockedPostFields, lockPostFields } from '#features/posts/server/post-fields-query.ts'
import { resolveTags } from '#features/posts/server/rename-tags-query.ts'
import { updateTopicOfPost } from '#features/posts/server/restrictions-query.ts'
import { lockTopicForShare } from '#features/topics/server/topics-query.ts'
import type { AnySql } from '#server/database/connect.ts'
import { writeChanges } from './edit-post.ts'
import { enqueuePosts } from './index-queued-posts.ts'

/** What to change; what is left out stays. */
export type Categories = { topicId?: number | null | undefined; tags?: readonly string[] | undefined }

/** Changes the topic or the tags of a post and returns those that it had. New tags are a version by the moderator. */
export const recategorize = async (
  tx: AnySql,
  moderator: Member | null,
  id: number,
  { topicId, tags }: Categories,
): Promise<DecisionChange> => {
  await lockAffectedRows(tx, planPostsChange(tx, [id]))
  const before = await lockPostFields(tx, id)
  if (!before || !moderator) throw new HttpError('subject-not-found')
  if (topicId && !(await lockTopicForShare(tx, topicId))) throw new HttpError('topic-not-found')
  const change: DecisionChange = {}
  if (tags) {
    change.tags = before.tags
    await replaceTags(tx, moderator, before, tags)
  }
  if (topicId !== undefined) change.topicId = await moveToTopic(tx, id, topicId)
  return change
}

/** Replaces the tags of a locked post. Throws 409 if the post is removed. */
export const replaceTags = async (
  tx: AnySql,
  moderator: Member,
  post: LockedPostFields,
  tags: readonly string[],
): Promise<void> => {
  if (post.restriction === 'removed') throw new HttpError('action-not-possible')
  const changes = { tags: await resolveTags(tx, [...tags]) }
  await writeChanges(tx, post, changes, { editorId: moderator.id, note: '' })
}

/** Moves a locked post to a locked topic, with its open cases, and returns the topic in which it was. */
export const moveToTopic = async (tx: AnySql, id: number, topicId: number | null): Promise<number | null> => {
  const { contributions } = planPostsChange(tx, [id])
  await subtractPosts(tx, contributions)
  const { before, after } = await updateTopicOfPost(tx, id, topicId)
  await addMemberContributions(tx, [id], [])
  await enqueuePosts(tx, [id])
  await updateTopicOfCases(tx, id, after)
  return before
}
