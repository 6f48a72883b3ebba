import { HttpError } from '#core/http-error.ts'
import type { Member } from '#core/viewer.ts'
import { deleteReplacedFiles } from '#features/media/server/sweep-media.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import { requireActive } from '#server/session/guards.ts'
import type { PostCard } from '../contract.ts'
import { indexedAs, postFieldNames } from '../contract-fields.ts'
import { can } from '../policy.ts'
import { claimFiles, storeNewFiles } from './example-files.ts'
import * as postQuery from './post-query.ts'
import { findPost } from './post-query.ts'
import type { PostServices } from './publish-post.ts'
import * as store from './store.ts'

/**
 * Changes the given fields. The slug and date stay, so that links and sort order do not change. Throws 404 if
 * the member cannot see the post, and 403 if it is somebody else's, or if it is public and the member is
 * muted.
 */
export const editPost = async (
  services: PostServices,
  member: Member,
  id: number,
  changes: store.PostChanges,
): Promise<PostCard> => {
  const ownership = await postQuery.findOwnership(services.sql, member, id)
  if (!ownership) throw new HttpError('post-not-found')
  if (!can.editPost(member, ownership)) {
    // A muted author gets the message about the mute.
    if (ownership.userId === member.id) requireActive(member)
    throw new HttpError('not-allowed')
  }
  const files = changes.exampleFiles && (await storeNewFiles(services, member.id, changes.exampleFiles))
  const presentFiles = await retryOnConflict(() =>
    services.sql.begin(async (tx) => {
      const presentFiles = await store.lockExampleFiles(tx, id)
      if (!presentFiles) throw new HttpError('post-not-found')
      if (files) await claimFiles(tx, member.id, files, presentFiles)
      await store.updatePostFields(tx, id, { ...changes, exampleFiles: files })
      if (postFieldNames.some((name) => indexedAs(name) && changes[name] !== undefined))
        await services.indexPosts(tx, [id])
      return presentFiles
    }),
  )
  if (files)
    await deleteReplacedFiles(
      services,
      presentFiles.filter((file) => !files.includes(file)),
    )
  const post = await findPost(services.sql, member, id)
  if (!post) throw new HttpError('post-not-found')
  return post
}
