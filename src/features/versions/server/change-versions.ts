import { HttpError } from '#core/http-error.ts'
import type { Member } from '#core/viewer.ts'
import { deleteReplacedFiles } from '#features/media/server/sweep-media.ts'
import type { PostCard } from '#features/posts/contract.ts'
import { getDefaultPostFields } from '#features/posts/contract-fields.ts'
import { can } from '#features/posts/policy.ts'
import { lockPostRows } from '#features/posts/server/access-query.ts'
import { editPost } from '#features/posts/server/edit-post.ts'
import { selectPostOwner } from '#features/posts/server/post-query.ts'
import type { PostServices } from '#features/posts/server/publish-post.ts'
import { recordVersion } from './record-version.ts'
import * as store from './store.ts'

/**
 * Restores the member's own post to an earlier version. Throws the same errors as `editPost`, and 404 if there is no
 * such version.
 */
export const restoreVersion = async (
  services: PostServices,
  member: Member,
  id: number,
  number: number,
): Promise<PostCard> => {
  const ownership = await selectPostOwner(services.sql, member, id)
  if (!ownership) throw new HttpError('post-not-found')
  if (ownership.userId !== member.id) throw new HttpError('not-allowed')
  const version = await store.selectVersion(services.sql, member, id, number)
  if (!version) throw new HttpError('version-not-found')
  const fields = { ...getDefaultPostFields(), ...version.fields }
  return editPost({ ...services, recordVersion }, member, id, fields, { restored: { number, fields } })
}

/**
 * Deletes an earlier version of the member's own post, and its files if nothing else uses them. Throws 404 if
 * the member cannot see the post or there is no such version, 403 if the post is someone else's, and 409 for
 * the current version.
 */
export const deleteVersion = async (
  services: PostServices,
  member: Member,
  id: number,
  number: number,
): Promise<void> => {
  const ownership = await selectPostOwner(services.sql, member, id)
  if (!ownership) throw new HttpError('post-not-found')
  if (!can.deletePost(member, ownership)) throw new HttpError('not-allowed')
  const files = await services.sql.begin(async (tx) => {
    await lockPostRows(tx, [id])
    const latest = await store.selectLatestVersion(tx, id)
    if (!latest || number > latest.number) throw new HttpError('version-not-found')
    if (number === latest.number) throw new HttpError('version-is-current')
    const files = await store.deleteVersionRow(tx, id, number)
    if (!files) throw new HttpError('version-not-found')
    return files
  })
  await deleteReplacedFiles(services, files)
}
