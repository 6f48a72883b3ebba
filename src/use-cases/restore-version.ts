import { HttpError } from '#core/http-error.ts'
import type { SiteLicense } from '#core/licenses.ts'
import type { Member } from '#core/viewer.ts'
import type { MediaStore } from '#features/media/server/store-file.ts'
import { deleteReplacedFiles } from '#features/media/server/sweep-media.ts'
import type { PostCard } from '#features/posts/contract.ts'
import { getDefaultPostFields } from '#features/posts/contract-fields.ts'
import { can } from '#features/posts/policy.ts'
import { lockPostFields } from '#features/posts/server/post-fields-query.ts'
import { requirePost, selectPostOwner } from '#features/posts/server/post-query.ts'
import { resolveTags } from '#features/posts/server/rename-tags-query.ts'
import { selectVersion } from '#features/versions/server/store.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import { requireActiveMember } from '#server/session/guards.ts'
import { writeChanges } from './edit-post.ts'
import { delayPosts, limitNewcomersEdit, lockNewcomer } from './limit-newcomer.ts'
import { requireNotRemoved } from './require-not-removed.ts'

/**
 * Restores the member's own post to an earlier version, whose files the post may use again, no matter who uploaded them.
 * If members cannot choose a license, the post keeps the one that it has. Throws the same errors as `editPost`, 404 if
 * there is no such version, and 409 if it is hidden from readers.
 */
export const restoreVersion = async (
  media: MediaStore & { license: SiteLicense },
  member: Member,
  id: number,
  number: number,
): Promise<PostCard> => {
  const { sql } = media
  const ownership = await selectPostOwner(sql, member, id)
  if (!ownership) throw new HttpError('post-not-found')
  if (ownership.userId !== member.id) throw new HttpError('not-allowed')
  const version = await selectVersion(sql, member, id, number)
  if (!version) throw new HttpError('version-not-found')
  if (version.isWithdrawn) throw new HttpError('version-withdrawn')
  if (!can.editPost(member, ownership)) requireActiveMember(member)
  const fields = { ...getDefaultPostFields(), ...version.fields }
  const files = fields.exampleFiles
  const before = await retryOnConflict(() =>
    sql.begin(async (tx) => {
      const tags = await resolveTags(tx, fields.tags)
      await lockNewcomer(tx, member)
      const before = await lockPostFields(tx, id)
      if (!before) throw new HttpError('post-not-found')
      if (!can.editPost(member, before)) requireActiveMember(member)
      const details = { editorId: member.id, note: '', restoredFrom: number }
      const license = media.license.isFixed ? before.license : fields.license
      await limitNewcomersEdit(tx, member, before, fields)
      const copy = await requireNotRemoved(tx, before, fields)
      await writeChanges(tx, before, { ...fields, tags, license }, details)
      await delayPosts(tx, member, [id], copy)
      return before
    }),
  )
  await deleteReplacedFiles(
    media,
    before.exampleFiles.filter((file) => !files.includes(file)),
  )
  return requirePost(sql, member, id)
}
