import type { AnySql, SqlFragment } from '#server/database/connect.ts'

/** Returns an SQL subquery that counts a member's public collections, as a column of their profile. */
export const publicCollectionCountColumn = (sql: AnySql, userId: SqlFragment): SqlFragment => sql`(
  select count(*)::integer from collections where user_id = ${userId} and visibility = 'public')`
