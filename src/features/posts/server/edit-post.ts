import { forbidden, notFound } from '#core/failure.ts'
import { countCharacters } from '#core/text.ts'
import type { Member } from '#core/viewer.ts'
import { active } from '#features/identity/server/guards.ts'
import { removeReplaced } from '#features/media/server/sweep-media.ts'
import { messages, type PostCard, type UpdatePost } from '#features/posts/contract.ts'
import { may } from '#features/posts/may.ts'
import { retryOnClash } from '#server/database/retry-on-clash.ts'
import { findPost } from './post-query.ts'
import type { Publishing } from './publish-post.ts'
import { storeNewFiles, takeUpFiles } from './resolve-files.ts'
import * as store from './store.ts'

/**
 * Changes the given fields. Slug and date stay, so that links and sort order do not change. Throws 404 if the
 * member cannot see the post; 403 if it is somebody else's, or public while the member is muted.
 */
export const editPost = async (
  services: Publishing,
  member: Member,
  id: number,
  changes: { [K in keyof UpdatePost]: UpdatePost[K] | undefined },
): Promise<PostCard> => {
  const ownership = await store.findOwned(services.sql, member, id)
  if (!ownership) throw notFound(messages.notFound)
  if (!may.editPost(member, ownership)) {
    // A muted author gets the message that says so.
    if (ownership.userId === member.id) active(member)
    throw forbidden()
  }
  const files = changes.exampleFiles && (await storeNewFiles(services, member.id, changes.exampleFiles))
  const presentFiles = await retryOnClash(() =>
    services.sql.begin(async (tx) => {
      const presentFiles = await store.lockFiles(tx, id)
      if (!presentFiles) throw notFound(messages.notFound)
      if (files) await takeUpFiles(tx, member.id, files, presentFiles)
      await store.changePost(tx, id, {
        ...changes,
        models: changes.models && [...new Set(changes.models)],
        exampleFiles: files,
        promptLength: changes.prompt === undefined ? undefined : countCharacters(changes.prompt),
      })
      if ([changes.title, changes.description, changes.prompt].some((text) => text !== undefined))
        await services.indexPosts(tx, [id])
      return presentFiles
    }),
  )
  if (files)
    await removeReplaced(
      services,
      presentFiles.filter((file) => !files.includes(file)),
    )
  const post = await findPost(services.sql, member, id)
  if (!post) throw notFound(messages.notFound)
  return post
}
