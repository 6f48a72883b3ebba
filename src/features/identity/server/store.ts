import type { Viewer } from '#core/viewer.ts'
import type { CurrentUser } from '#features/identity/contract.ts'
import type { Sql } from '#server/database/connect.ts'

/** Sessions end after 14 days without use, and after 30 in any case (security, sessions). */
export const findViewerBySession = async (sql: Sql, tokenHash: Buffer): Promise<Viewer> => {
  const [viewer] = await sql<NonNullable<Viewer>[]>`
    select u.id, u.username, u.avatar, u.is_admin, u.is_muted, u.profile_completed
    from sessions s join users u on u.id = s.user_id
    where s.token_hash = ${tokenHash}
      and s.last_seen_at > now() - interval '14 days' and s.created_at > now() - interval '30 days'`
  return viewer ?? null
}

export const findCurrentUser = async (sql: Sql, id: number): Promise<CurrentUser | null> => {
  const [row] = await sql<(Omit<CurrentUser, 'createdAt'> & { createdAt: Date })[]>`
    select id, username, email, avatar, bio, website, x_link, linkedin_link, karma, is_admin, is_muted,
      profile_completed, private_posts, optimized, created_at
    from users where id = ${id}`
  return row ? { ...row, createdAt: row.createdAt.toISOString() } : null
}
