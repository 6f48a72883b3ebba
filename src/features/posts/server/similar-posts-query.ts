import type { AnySql } from '#server/database/connect.ts'

/** A post and how similar it is to another one, from 0 to 1. */
export type SimilarPost = { id: number; similarity: number }

/**
 * Stores which posts a post is similar to, in both directions, in place of what is stored. Locks all posts of old and new
 * pairs in id order, as deletions of posts do, so that the two cannot deadlock. Does nothing if the post has been
 * deleted, and leaves out others that have been.
 */
export const replaceSimilarPosts = async (
  tx: AnySql,
  postId: number,
  similar: readonly SimilarPost[],
): Promise<void> => {
  const ids = similar.map(({ id }) => id)
  const locked = await tx<{ id: number }[]>`
    select id from posts
    where id in (
      select ${postId}::integer union select unnest(${ids}::integer[])
      union select similar_id from similar_posts where post_id = ${postId}
    ) order by id for key share`
  const existing = new Set(locked.map(({ id }) => id))
  if (!existing.has(postId)) return
  const pairs = similar.filter(({ id }) => existing.has(id))
  await tx`delete from similar_posts where post_id = ${postId} or similar_id = ${postId}`
  await tx`
    insert into similar_posts (post_id, similar_id, similarity)
    select pair.* from unnest(${pairs.map(({ id }) => id)}::integer[], ${pairs.map(({ similarity }) => similarity)}::real[]) s(id, similarity)
    cross join lateral (values (${postId}::integer, s.id, s.similarity), (s.id, ${postId}::integer, s.similarity)) pair
    on conflict do nothing`
}
