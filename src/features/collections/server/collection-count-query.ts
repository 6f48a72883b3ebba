import type { AnySql, Fragment } from '#server/database/connect.ts'

/** Returns an SQL subquery that counts a member's public collections, as a column of their profile. */
export const publicCollectionCount = (sql: AnySql, userId: Fragment): Fragment => sql`(
  select count(*)::integer from collections where user_id = ${userId} and visibility = 'public')`
