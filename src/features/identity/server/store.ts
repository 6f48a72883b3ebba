import type { CurrentUser } from '#core/current-user.ts'
import type { AnySql } from '#server/database/connect.ts'

export const selectCurrentUser = async (sql: AnySql, id: number): Promise<CurrentUser | null> => {
  const [row] = await sql<(Omit<CurrentUser, 'createdAt'> & { createdAt: Date })[]>`
    select id, username, email, avatar, bio, website, x_link, linkedin_link, karma, is_admin, is_muted,
      profile_completed, private_posts, optimized, created_at,
      exists (select from moderation_notices where user_id = users.id) as has_removals
    from users where id = ${id}`
  return row ? { ...row, createdAt: row.createdAt.toISOString() } : null
}

/** Serializes the creation of the first account until the transaction ends. */
export const lockFirstAccount = (sql: AnySql) => sql`select pg_advisory_xact_lock(7302251882)`
