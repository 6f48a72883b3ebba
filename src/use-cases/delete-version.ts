import { HttpError } from '#core/http-error.ts'
import type { Member } from '#core/viewer.ts'
import type { MediaStore } from '#features/media/server/store-file.ts'
import { deleteReplacedFiles } from '#features/media/server/sweep-media.ts'
import { can } from '#features/posts/policy.ts'
import { lockPostRows } from '#features/posts/server/access-query.ts'
import { selectPostOwner } from '#features/posts/server/post-query.ts'
import { emptyRelease } from '#features/skills/server/releases-query.ts'
import { deleteQuotesOfWithdrawn } from '#features/suggested-edits/server/restrictions-query.ts'
import { deleteVersionRow, selectLatestVersion } from '#features/versions/server/store.ts'

/**
 * Deletes an earlier version of the member's own post, and its files if nothing else uses them. Throws 404 if
 * the member cannot see the post or there is no such version, 403 if the post is someone else's, and 409 for
 * the current version.
 */
export const deleteVersion = async (
  media: MediaStore,
  member: Member,
  id: number,
  number: number,
): Promise<void> => {
  const { sql } = media
  const ownership = await selectPostOwner(sql, member, id)
  if (!ownership) throw new HttpError('post-not-found')
  if (!can.deletePost(member, ownership)) throw new HttpError('not-allowed')
  const files = await sql.begin(async (tx) => {
    await lockPostRows(tx, [id])
    const latest = await selectLatestVersion(tx, id)
    if (!latest || number > latest.number) throw new HttpError('version-not-found')
    if (number === latest.number) throw new HttpError('version-is-current')
    await deleteQuotesOfWithdrawn(tx, id, number)
    const files = await deleteVersionRow(tx, id, number)
    if (!files) throw new HttpError('version-not-found')
    await emptyRelease(tx, id, number)
    return files
  })
  await deleteReplacedFiles(media, files)
}
