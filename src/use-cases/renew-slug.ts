import { generateSlug, isSlugOf, UNGUESSABLE } from '#features/posts/server/post-slug.ts'
import { selectSlug, updateSlug } from '#features/posts/server/slug-query.ts'
import { selectTakenSlugs } from '#features/posts/server/visibility-changes-query.ts'
import type { AnySql } from '#server/database/connect.ts'

/**
 * Gives a locked post a slug made from its present title, if the one that it has says something else, because edits leave
 * slugs as they are and moderators have objected to what the post said. With `title`, only if the slug is made from it.
 */
export const renewSlug = async (tx: AnySql, id: number, title?: string): Promise<void> => {
  const post = await selectSlug(tx, id)
  if (!post || isSlugOf(post.seoSlug, post)) return
  if (title !== undefined && !isSlugOf(post.seoSlug, { ...post, title })) return
  const plain = generateSlug(post, 0)
  const isTaken = (await selectTakenSlugs(tx, [plain])).length > 0
  await updateSlug(tx, id, isTaken ? generateSlug(post, UNGUESSABLE) : plain)
}
