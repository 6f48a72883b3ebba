import { HttpError } from '#core/http-error.ts'
import { pick } from '#core/pick.ts'
import type { Member, Viewer } from '#core/viewer.ts'
import { getDefaultPostFields, isSameFieldValue } from '#features/posts/contract-fields.ts'
import { compareFields } from '#features/versions/server/compare-fields.ts'
import { requireVisiblePost, toVersionedPost } from '#features/versions/server/read-versions.ts'
import type { Sql } from '#server/database/connect.ts'
import type { ComparedSuggestedEdit } from '../contract.ts'
import { SUGGESTED_EDITS_PER_PAGE, suggestableFieldNames } from '../contract-values.ts'
import { type StoredSuggestedEdit, selectSuggestedEdit, selectSuggestedEdits } from './store.ts'

/** Returns a page of a post's suggested edits, newest first. Throws 404 if the viewer cannot see the post. */
export const listSuggestedEdits = async (sql: Sql, viewer: Viewer, id: number, before = 2_147_483_647) => {
  const post = await requireVisiblePost(sql, viewer, id)
  const rows = await selectSuggestedEdits(sql, viewer, id, before, SUGGESTED_EDITS_PER_PAGE + 1)
  const suggestedEdits = rows.slice(0, SUGGESTED_EDITS_PER_PAGE)
  const hasMore = rows.length > SUGGESTED_EDITS_PER_PAGE
  return {
    post: toVersionedPost(post),
    suggestedEdits,
    before: (hasMore && suggestedEdits.at(-1)?.id) || null,
  }
}

const requireEdit = async (
  sql: Sql,
  viewer: Viewer,
  postId: number,
  id: number,
): Promise<StoredSuggestedEdit> => {
  const edit = await selectSuggestedEdit(sql, viewer, postId, id)
  if (!edit) throw new HttpError('suggested-edit-not-found')
  return edit
}

/**
 * Compares a suggested edit with the text that it would replace, truncated to what the viewer may see. Throws
 * 404 if the viewer cannot see the post, or if there is no such edit.
 */
export const getSuggestedEdit = async (
  sql: Sql,
  viewer: Viewer,
  postId: number,
  id: number,
): Promise<ComparedSuggestedEdit> => {
  const post = await requireVisiblePost(sql, viewer, postId)
  const { before, after, ...suggestedEdit } = await requireEdit(sql, viewer, postId, id)
  const unchanged = getDefaultPostFields()
  return {
    post: toVersionedPost(post),
    suggestedEdit,
    // Skips a prompt that is truncated for visitors, because it cannot be compared with the whole text.
    isOutdated: suggestedEdit.changed.some(
      (name) =>
        !(name === 'prompt' && post.promptTruncated) &&
        !isSameFieldValue(before[name as 'title'] ?? '', post[name]),
    ),
    ...(await compareFields(viewer, { ...unchanged, ...before }, { ...unchanged, ...after })),
  }
}

/**
 * Returns the text of the member's own edit. This works even if the post has become private, because the edit
 * contains nothing that was added to the post afterwards. Throws the same 404 as `getSuggestedEdit`, and 403
 * if the edit is someone else's.
 */
export const getOwnSuggestedEdit = async (sql: Sql, member: Member, postId: number, id: number) => {
  const edit = await selectSuggestedEdit(sql, member, postId, id)
  if (edit?.user.id !== member.id) {
    await requireVisiblePost(sql, member, postId)
    throw new HttpError(edit ? 'not-allowed' : 'suggested-edit-not-found')
  }
  return { texts: pick(edit.after, suggestableFieldNames), reason: edit.reason }
}
