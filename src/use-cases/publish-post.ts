import { createInvalidFieldError, HttpError } from '#core/http-error.ts'
import { paths } from '#core/paths.ts'
import { countCharacters } from '#core/text.ts'
import type { Member } from '#core/viewer.ts'
import { deleteDraftRow } from '#features/drafts/server/store.ts'
import type { MediaStore } from '#features/media/server/store-file.ts'
import { getMentionedUsernames } from '#features/members/server/mentions-query.ts'
import { notifyMentionedMembers } from '#features/notifications/server/mention-query.ts'
import { type CreatePostInput, type PostCard, postMessages } from '#features/posts/contract.ts'
import { claimExampleFiles, storeNewFiles } from '#features/posts/server/example-files.ts'
import { computeIdempotencyKeys, type IdempotencyKeys } from '#features/posts/server/idempotency-query.ts'
import {
  insertPost,
  lockAuthorAndTags,
  type NewPostState,
  selectNewPostState,
} from '#features/posts/server/new-post-query.ts'
import { addNewPostsToCounters } from '#features/posts/server/post-counters-query.ts'
import { requirePost } from '#features/posts/server/post-query.ts'
import { generateSlug } from '#features/posts/server/post-slug.ts'
import { generatePrivateId } from '#features/posts/server/private-link.ts'
import { resolveTags } from '#features/posts/server/rename-tags-query.ts'
import { requireForm } from '#features/posts/server/require-form.ts'
import { indexPosts } from '#features/search/server/index-query.ts'
import { claimSkillFiles, recordReleases } from '#features/skills/server/releases-query.ts'
import type { AnySql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import { requireActiveMember } from '#server/session/guards.ts'
import { delayPosts, limitNewcomersPost } from './limit-newcomer.ts'

/**
 * Creates a post and deletes the draft that it was written in. A repeated request returns the post that the first one
 * created. Throws 403 for a muted member's public post or a public remix of someone else's private post, 400 for an
 * unknown topic, and 409 for a prompt that the member has published in the same topic within the last day, or that
 * moderators have removed.
 */
export const publishPost = async (
  media: MediaStore,
  member: Member,
  request: CreatePostInput,
): Promise<PostCard> => {
  const { sql } = media
  if (!request.isPrivate) requireActiveMember(member)
  const keys = await computeIdempotencyKeys(request)
  // Rejects what cannot be published before its files are decoded, which takes longest.
  const { existingId } = await checkNewPost(sql, member, request, keys)
  if (existingId !== null) {
    if (request.draftId) await deleteDraftRow(sql, member.id, request.draftId)
    return requirePost(sql, member, existingId)
  }
  const exampleFiles = await storeNewFiles(media, member.id, request.exampleFiles)
  const id = await retryOnConflict(() =>
    sql.begin(async (tx) => {
      await lockAuthor(tx, member, request)
      if (request.draftId) await deleteDraftRow(tx, member.id, request.draftId)
      return writePost(tx, member, { ...request, exampleFiles }, keys)
    }),
  )
  return requirePost(sql, member, id)
}

/**
 * Locks the tags and the author of a new post. Throws 401 if the author has been deleted, and 403 if they have been muted
 * and the post is public.
 */
export const lockAuthor = async (
  tx: AnySql,
  member: Member,
  { tags, isPrivate }: CreatePostInput,
): Promise<void> => {
  const author = await lockAuthorAndTags(tx, member.id, tags)
  if (!author) throw new HttpError('not-signed-in')
  if (!isPrivate) requireActiveMember({ ...member, isMuted: author.isMuted })
}

/**
 * Writes a post whose author `lockAuthor` has locked: checks it, inserts it, indexes and counts it, and notifies the
 * mentioned members. A newcomer's first public post with a link, and a copy of what somebody else has posted and moderators
 * have removed, wait for a moderator's look. Returns its id, or the id of
 * the post that an earlier identical request has created. Throws a 429 if a newcomer has published too much within a day.
 */
export const writePost = async (
  tx: AnySql,
  member: Member,
  request: CreatePostInput,
  keys: IdempotencyKeys,
): Promise<number> => {
  const { existingId, source, mentioned, ...state } = await checkNewPost(tx, member, request, keys)
  if (existingId !== null) return existingId
  if (!request.isPrivate) await limitNewcomersPost(tx, member, { ...request, mentions: mentioned.length })
  await claimExampleFiles(tx, member.id, request.exampleFiles, [])
  await claimSkillFiles(tx, request, { userId: member.id, postId: null, remixOf: source?.id })
  // A tag that has been renamed has a name that is not locked yet.
  const areTagsLocked = state.tags.every((name) => request.tags.includes(name))
  const tags = areTagsLocked ? state.tags : await resolveTags(tx, state.tags)
  const post = {
    ...request,
    tags,
    topicId: topicOf(request),
    remixOf: source?.id ?? null,
    isRemix: request.remixOf !== undefined,
    userId: member.id,
    promptLength: countCharacters(request.prompt),
    privateId: request.isPrivate ? generatePrivateId() : null,
    mentions: getMentionedUsernames(mentioned),
  }
  let id: number | null = null
  for (let attempt = 0; id === null; attempt += 1)
    id = await insertPost(tx, { ...post, seoSlug: generateSlug(request, attempt) }, keys)
  const postId = id
  if (request.form === 'skill') await recordReleases(tx, [postId])
  // Indexing a long prompt takes longest, so the topic, whose row others need, is locked after it.
  await indexPosts(tx, [postId], true)
  await addNewPostsToCounters(tx, [postId], request.isPrivate ? [] : tags)
  // Whoever a waiting post mentions is notified when it is approved.
  const delayed = await delayPosts(tx, member, [postId], state.removedCopy === null ? [] : [postId])
  const isWaiting = delayed.length > 0
  if (!isWaiting)
    await notifyMentionedMembers(tx, {
      commentId: null,
      fromUserId: member.id,
      targets: mentioned.map(({ id: userId }) => ({ postId, userId })),
    })
  return postId
}

const topicOf = ({ isPrivate, topicId }: CreatePostInput) => (isPrivate ? null : (topicId ?? null))

/**
 * Reads what the post depends on. Throws the errors of `publishPost`, unless an earlier identical request has created the
 * post. `conflictUrl` is the URL of the earlier post with the same prompt.
 */
const checkNewPost = async (
  sql: AnySql,
  member: Member,
  request: CreatePostInput,
  keys: IdempotencyKeys,
): Promise<NewPostState> => {
  requireForm(request)
  const topicId = topicOf(request)
  const state = await selectNewPostState(sql, member, { ...request, topicId }, keys)
  if (state.existingId !== null) return state
  if (state.removedCopy === 'own') throw new HttpError('removed-prompt')
  if (state.duplicate) throw new HttpError('duplicate-prompt', { conflictUrl: paths.post(state.duplicate) })
  if (topicId !== null && !state.hasTopic)
    throw createInvalidFieldError('topicId', postMessages.topicNotFound)
  if (state.source?.isPrivate && !request.isPrivate && state.source.userId !== member.id)
    throw new HttpError('private-source')
  return state
}
