import { HttpError } from '#core/http-error.ts'
import type { Member } from '#core/viewer.ts'
import { notifyOfSuggestedEdit } from '#features/notifications/server/notify-query.ts'
import type { PostCard } from '#features/posts/contract.ts'
import { isSameFieldValue } from '#features/posts/contract-fields.ts'
import { editPost } from '#features/posts/server/edit-post.ts'
import { lockPostFields } from '#features/posts/server/post-fields-query.ts'
import { selectPostOwner } from '#features/posts/server/post-query.ts'
import type { PostServices } from '#features/posts/server/publish-post.ts'
import { recordVersion } from '#features/versions/server/record-version.ts'
import type { AnySql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import { requireActiveMember } from '#server/session/guards.ts'
import type { SuggestedEdit } from '../contract.ts'
import * as store from './store.ts'
import { requireUndecidedEdit } from './suggest-edit.ts'

type Target = { postId: number; id: number }

const tellMember = (
  tx: AnySql,
  type: Parameters<typeof notifyOfSuggestedEdit>[1]['type'],
  author: Member,
  { postId, id }: Target,
  { user }: SuggestedEdit,
) => notifyOfSuggestedEdit(tx, { userId: user.id, type, postId, fromUserId: author.id, suggestedEditId: id })

/**
 * Applies a suggested edit to the member's own post as a new version, in the transaction that accepts the
 * edit, and returns the post. Throws 404 if the member cannot see the post or there is no such edit, 403 if
 * the post is someone else's, and 409 if the edit is already decided or the text that it replaces has changed
 * since it was suggested.
 */
export const acceptSuggestedEdit = async (
  services: PostServices,
  member: Member,
  { postId, id }: Target,
): Promise<PostCard> => {
  const { sql } = services
  await requireOwnPost(services, member, postId)
  const edit = await store.selectSuggestedEdit(sql, member, postId, id)
  if (!edit) throw new HttpError('suggested-edit-not-found')
  return editPost(
    {
      ...services,
      recordVersion: async (tx, before, changes, details) => {
        const locked = await requireUndecidedEdit(tx, member, postId, id)
        const isOutdated = locked.changed.some(
          (name) => !isSameFieldValue(locked.before[name as 'title'] ?? '', before[name]),
        )
        // The edit may have been revised between reading it and locking the post.
        const wasRevised = JSON.stringify(locked.after) !== JSON.stringify(edit.after)
        if (isOutdated || wasRevised) throw new HttpError('suggested-edit-outdated')
        const version = await recordVersion(tx, before, changes, { ...details, suggestedBy: locked.user.id })
        await store.updateEditDecision(tx, id, { status: 'accepted', version })
        await tellMember(tx, 'edit-accepted', member, { postId, id }, locked)
        return version
      },
    },
    member,
    postId,
    edit.after,
    { note: edit.reason },
  )
}

const requireOwnPost = async ({ sql }: Pick<PostServices, 'sql'>, member: Member, postId: number) => {
  const ownership = await selectPostOwner(sql, member, postId)
  if (!ownership) throw new HttpError('post-not-found')
  if (ownership.userId !== member.id) throw new HttpError('not-allowed')
  requireActiveMember(member)
}

/**
 * Declines a suggested edit to the member's own post or requests changes to it, and notifies the member who
 * suggested it. Throws the same errors as `acceptSuggestedEdit`.
 */
export const respondToSuggestedEdit = async (
  { sql }: Pick<PostServices, 'sql'>,
  member: Member,
  target: Target,
  { status, answer }: { status: 'declined' | 'changes-requested'; answer: string },
): Promise<void> => {
  await requireOwnPost({ sql }, member, target.postId)
  await retryOnConflict(() =>
    sql.begin(async (tx) => {
      await lockPostFields(tx, target.postId)
      const edit = await requireUndecidedEdit(tx, member, target.postId, target.id)
      await store.updateEditDecision(tx, target.id, { status, answer })
      await tellMember(
        tx,
        status === 'declined' ? 'edit-declined' : 'edit-changes-requested',
        member,
        target,
        edit,
      )
    }),
  )
}
