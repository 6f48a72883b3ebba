import type { AnySql } from '#server/database/connect.ts'

/** Counts upvotes and downvotes together. */
export const countVotesOnPost = async (sql: AnySql, postId: number): Promise<number> => {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from votes where post_id = ${postId}`
  return row?.count ?? 0
}
