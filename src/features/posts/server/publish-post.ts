import { randomBytes, randomInt } from 'node:crypto'
import { createInvalidFieldError, HttpError } from '#core/http-error.ts'
import { paths } from '#core/paths.ts'
import { appendSlugSuffix, buildSeoSlug } from '#core/slugs.ts'
import { countCharacters } from '#core/text.ts'
import type { Member } from '#core/viewer.ts'
import type { MediaStore } from '#features/media/server/store-file.ts'
import { lockUserRow } from '#features/members/server/members-query.ts'
import {
  getMentionedUsernames,
  type MentionedUser,
  selectMentionedMembers,
} from '#features/members/server/mentions-query.ts'
import { lockTopicForShare } from '#features/topics/server/topics-query.ts'
import type { AnySql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import { requireActiveMember } from '#server/session/guards.ts'
import { type CreatePostInput, type PostCard, postMessages } from '../contract.ts'
import { claimExampleFiles, storeNewFiles } from './example-files.ts'
import {
  computeIdempotencyKeys,
  type IdempotencyKeys,
  selectPostIdByIdempotencyKey,
  upsertIdempotencyKeys,
} from './idempotency-query.ts'
import { selectRemixSource } from './lineage-query.ts'
import { addNewPostsToCounters } from './post-counters-query.ts'
import { selectPost } from './post-query.ts'
import { generatePrivateId } from './private-link.ts'
import * as store from './store.ts'
import { insertTags, resolveTags } from './tags-query.ts'

export type PostServices = MediaStore & {
  /** Injected to avoid a circular dependency: the search feature depends on posts. */
  indexPosts: (sql: AnySql, ids: readonly number[], areNew?: boolean) => Promise<void>
  /** Injected to avoid a circular dependency: the notifications feature depends on posts. */
  notifyMentioned: (
    tx: AnySql,
    mention: { commentId: null; fromUserId: number; targets: { postId: number; userId: number }[] },
  ) => Promise<void>
}

type DeleteDraft = (sql: AnySql) => Promise<unknown>

/**
 * Creates a post, updates the stored counts and adds the post to the search index in one transaction; its files are
 * stored beforehand. A repeated request returns the post that the first one created. `deleteDraft` deletes the draft
 * that the post was written in; it runs in the same transaction after the member's row has been locked, and if it
 * throws, nothing is created. Throws 403 for a muted member's public post, 400 for an unknown topic, and 409 for a
 * prompt that the member has published in the same topic within the last day.
 */
export const publishPost = async (
  services: PostServices,
  member: Member,
  request: CreatePostInput,
  deleteDraft: DeleteDraft = async () => {},
): Promise<PostCard> => {
  if (!request.isPrivate) requireActiveMember(member)
  const keys = await computeIdempotencyKeys(request)
  const created = await selectPostIdByIdempotencyKey(services.sql, member.id, keys)
  if (created !== null) await deleteDraft(services.sql)
  const id = created ?? (await createNew(services, member, request, keys, deleteDraft))
  const post = await selectPost(services.sql, member, id)
  if (!post) throw new HttpError('post-not-found')
  return post
}

const createNew = async (
  services: PostServices,
  member: Member,
  request: CreatePostInput,
  keys: IdempotencyKeys,
  deleteDraft: DeleteDraft,
) => {
  const exampleFiles = await storeNewFiles(services, member.id, request.exampleFiles)
  return retryOnConflict(() =>
    services.sql.begin(async (tx) => {
      // Locking the author serializes the creation of their posts.
      const author = await lockUserRow(tx, member.id)
      if (!author) throw new HttpError('not-signed-in')
      if (!request.isPrivate) requireActiveMember({ ...member, isMuted: author.isMuted })
      await deleteDraft(tx)
      const existing = await selectPostIdByIdempotencyKey(tx, member.id, keys)
      if (existing !== null) return existing
      const topicId = request.isPrivate ? null : (request.topicId ?? null)
      if (!request.isPrivate) await rejectDuplicate(tx, member.id, request.prompt, topicId)
      if (topicId !== null && !(await lockTopicForShare(tx, topicId)))
        throw createInvalidFieldError('topicId', postMessages.topicNotFound)
      await claimExampleFiles(tx, member.id, exampleFiles, [])
      const tags = await resolveTags(tx, request.tags)
      const remixOf = await findRemixed(tx, member, request)
      const mentioned = await selectMentionedMembers(tx, request.description)
      const mentions = getMentionedUsernames(mentioned)
      const id = await insertWithSlug(
        tx,
        member.id,
        { ...request, topicId, exampleFiles, tags, remixOf, mentions },
        request.remixOf !== undefined,
      )
      await upsertIdempotencyKeys(tx, member.id, keys, id)
      // Indexing a long prompt takes longest, so the topic, whose row others need, is locked after it.
      await services.indexPosts(tx, [id], true)
      await addNewPostsToCounters(tx, [id])
      if (!request.isPrivate) await insertTags(tx, tags)
      await notifyNewlyMentioned(services, tx, { postId: id, fromUserId: member.id, mentioned })
      return id
    }),
  )
}

/** Notifies the members who are newly mentioned in a post's description. */
export const notifyNewlyMentioned = (
  { notifyMentioned }: Pick<PostServices, 'notifyMentioned'>,
  tx: AnySql,
  {
    postId,
    fromUserId,
    mentioned,
  }: { postId: number; fromUserId: number; mentioned: readonly MentionedUser[] },
) =>
  notifyMentioned(tx, {
    fromUserId,
    commentId: null,
    targets: mentioned.map(({ id: userId }) => ({ postId, userId })),
  })

/**
 * Throws 409 if the member published the same prompt in the same topic within the last day. `conflictUrl` is the URL of
 * the earlier post.
 */
const rejectDuplicate = async (tx: AnySql, userId: number, prompt: string, topicId: number | null) => {
  const first = await store.selectRecentDuplicatePost(tx, userId, prompt, topicId)
  if (first) throw new HttpError('duplicate-prompt', { conflictUrl: paths.post(first) })
}

/**
 * Returns the id of the post that the new one is based on, or null if there is none or it has been deleted
 * since the form was opened. Throws 403 if the new post is public but is based on someone else's private
 * post.
 */
const findRemixed = async (tx: AnySql, member: Member, { remixOf, isPrivate }: CreatePostInput) => {
  if (remixOf === undefined) return null
  const source = await selectRemixSource(tx, member, remixOf)
  if (source?.isPrivate && !isPrivate && source.userId !== member.id) throw new HttpError('private-source')
  return source?.id ?? null
}

const insertWithSlug = async (
  tx: AnySql,
  userId: number,
  {
    remixOf,
    ...request
  }: Omit<CreatePostInput, 'remixOf'> & {
    topicId: number | null
    remixOf: number | null
    mentions: string[]
  },
  isRemix: boolean,
) => {
  const post = {
    ...request,
    remixOf,
    isRemix,
    userId,
    promptLength: countCharacters(request.prompt),
    privateId: request.isPrivate ? generatePrivateId() : null,
  }
  for (let attempt = 0; ; attempt += 1) {
    const id = await store.insertPost(tx, { ...post, seoSlug: generateSlug(request, attempt) })
    if (id !== null) return id
  }
}

/** Returns whether `generateSlug` generated this slug for a private post, rather than from a title. */
export const isPrivateSlug = (slug: string): boolean => /^private-[0-9a-f]{20}$/.test(slug)

/**
 * Returns the slug of the title on the first attempt, then slugs with increasingly long random suffixes. A private post
 * always gets a random slug.
 */
export const generateSlug = (
  { title, type, isPrivate }: Pick<CreatePostInput, 'title' | 'type' | 'isPrivate'>,
  attempt: number,
): string => {
  // A slug based on the title would let others find out that a private post with this title exists.
  if (isPrivate) return `private-${randomBytes(10).toString('hex')}`
  const plain = buildSeoSlug(title, type)
  return attempt === 0 ? plain : appendSlugSuffix(plain, randomSuffix(Math.min(attempt * 2, 10)))
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'

const randomSuffix = (length: number): string =>
  Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('')
