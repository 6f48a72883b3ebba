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
 * Changes what is given; the slug and the date stay, so that links and order do. Throws 404 where the member may not
 * know of the post, 403 where it is another's, or public and the member muted.
 */
export const editPost = async (
  parts: Publishing,
  member: Member,
  id: number,
  given: { [K in keyof UpdatePost]: UpdatePost[K] | undefined },
): Promise<PostCard> => {
  const owned = await store.findOwned(parts.sql, member, id)
  if (!owned) throw notFound(messages.notFound)
  if (!may.editPost(member, owned)) {
    // Its own message for a muted author.
    if (owned.userId === member.id) active(member)
    throw forbidden()
  }
  const files = given.exampleFiles && (await storeNewFiles(parts, member.id, given.exampleFiles))
  const present = await retryOnClash(() =>
    parts.sql.begin(async (tx) => {
      const present = await store.lockFiles(tx, id)
      if (!present) throw notFound(messages.notFound)
      if (files) await takeUpFiles(tx, member.id, files, present)
      await store.changePost(tx, id, {
        ...given,
        models: given.models && [...new Set(given.models)],
        exampleFiles: files,
        promptLength: given.prompt === undefined ? undefined : countCharacters(given.prompt),
      })
      if ([given.title, given.description, given.prompt].some((text) => text !== undefined))
        await parts.indexPosts(tx, [id])
      return present
    }),
  )
  if (files)
    await removeReplaced(
      parts,
      present.filter((file) => !files.includes(file)),
    )
  const post = await findPost(parts.sql, member, id)
  if (!post) throw notFound(messages.notFound)
  return post
}
