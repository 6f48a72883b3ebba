import type { Sql } from '#server/database/connect.ts'

/** Remembers that a member has opened a private link. */
export const insertGrant = async (sql: Sql, userId: number, postId: number): Promise<void> => {
  await sql`insert into private_post_grants (user_id, post_id) values (${userId}, ${postId}) on conflict do nothing`
}
