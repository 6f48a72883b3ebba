import { createInvalidFieldError, HttpError } from '#core/http-error.ts'
import { pick } from '#core/pick.ts'
import type { Member } from '#core/viewer.ts'
import { notifyOfSuggestedEdit } from '#features/notifications/server/notify-query.ts'
import { isSameFieldValue } from '#features/posts/contract-fields.ts'
import { markPostHasSuggestedEdits } from '#features/posts/server/post-counters-query.ts'
import { type LockedPostFields, lockPostFields } from '#features/posts/server/post-fields-query.ts'
import { selectPostOwner } from '#features/posts/server/post-query.ts'
import type { SuggestedEditInput } from '#features/suggested-edits/contract.ts'
import { suggestedEditMessages } from '#features/suggested-edits/contract-messages.ts'
import {
  MAX_UNDECIDED_PER_MEMBER,
  MAX_UNDECIDED_PER_POST,
  suggestableFieldNames,
} from '#features/suggested-edits/contract-values.ts'
import { requireUndecidedEdit } from '#features/suggested-edits/server/require-undecided-edit.ts'
import * as store from '#features/suggested-edits/server/store.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'

/** Locks a post that the member can see. Throws 404 if they cannot see it, and 403 if it is private. */
const lockPublicPost = async (tx: AnySql, member: Member, id: number): Promise<LockedPostFields> => {
  const ownership = await selectPostOwner(tx, member, id)
  const post = ownership && (await lockPostFields(tx, id))
  if (!ownership || !post) throw new HttpError('post-not-found')
  if (ownership.isPrivate) throw new HttpError('private-post-suggestion')
  return post
}

/**
 * Returns the current and the suggested values of the fields that the request changes. Throws 400 if it
 * changes none.
 */
const changesOf = (post: LockedPostFields, { reason, ...texts }: SuggestedEditInput) => {
  const changed = suggestableFieldNames.filter((name) => {
    const text = texts[name]
    return text !== undefined && !isSameFieldValue(text, post[name])
  })
  if (changed.length === 0) throw createInvalidFieldError('prompt', suggestedEditMessages.nothingChanged)
  return { reason, before: pick(post, changed), after: pick(texts, changed) as store.SuggestedTexts }
}

/**
 * Stores an edit that the member suggests, notifies the author of the post, and returns the edit's id. Throws 404 if
 * the member cannot see the post, 403 if it is their own or private, 400 if nothing would change, and 409 if the post
 * has too many undecided edits.
 */
export const suggestEdit = (
  sql: Sql,
  member: Member,
  postId: number,
  input: SuggestedEditInput,
): Promise<number> =>
  retryOnConflict(() =>
    sql.begin(async (tx) => {
      const post = await lockPublicPost(tx, member, postId)
      if (post.userId === member.id) throw new HttpError('own-post-suggestion')
      const changes = changesOf(post, input)
      const undecided = await store.countUndecidedEdits(tx, postId, member.id)
      if (undecided.own >= MAX_UNDECIDED_PER_MEMBER || undecided.all >= MAX_UNDECIDED_PER_POST)
        throw new HttpError('too-many-suggested-edits')
      const id = await store.insertSuggestedEdit(tx, postId, member.id, changes, {
        marking: markPostHasSuggestedEdits(tx, postId),
      })
      await notifyAuthor(tx, post, member, id)
      return id
    }),
  )

/**
 * Replaces the text of the member's own edit, which reopens it, and notifies the author of the post if they
 * had requested changes. Throws the same errors as `suggestEdit`, 403 if someone else suggested the edit, and
 * 409 if it is already decided.
 */
export const reviseSuggestedEdit = (
  sql: Sql,
  member: Member,
  { postId, id }: { postId: number; id: number },
  input: SuggestedEditInput,
): Promise<number> =>
  retryOnConflict(() =>
    sql.begin(async (tx) => {
      const post = await lockPublicPost(tx, member, postId)
      const edit = await requireUndecidedEdit(tx, member, postId, id)
      if (edit.user.id !== member.id) throw new HttpError('not-allowed')
      await store.updateSuggestedEdit(tx, id, changesOf(post, input))
      if (edit.status === 'changes-requested') await notifyAuthor(tx, post, member, id)
      return id
    }),
  )

const notifyAuthor = (tx: AnySql, post: LockedPostFields, member: Member, suggestedEditId: number) =>
  notifyOfSuggestedEdit(tx, {
    userId: post.userId,
    type: 'edit-suggested',
    postId: post.id,
    fromUserId: member.id,
    suggestedEditId,
  })
