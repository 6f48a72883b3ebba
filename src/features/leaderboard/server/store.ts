import type { Sql } from '#server/database/connect.ts'
import type { Contributor } from '../contract.ts'

/** Sorted by engagement, then upvotes, then the earliest sign-up (docs/spec/counting.md#leaderboard). */
export const selectTopContributors = (sql: Sql, limit: number): Promise<Contributor[]> => sql<Contributor[]>`
  select id, username, avatar, post_count, total_upvotes, total_engagement from users
  where post_count > 0 or total_engagement > 0
  order by total_engagement desc, total_upvotes desc, created_at, id limit ${limit}`

export const selectContributor = async (sql: Sql, id: number): Promise<Contributor | null> => {
  const [row] = await sql<Contributor[]>`
    select id, username, avatar, post_count, total_upvotes, total_engagement from users where id = ${id}`
  return row ?? null
}
