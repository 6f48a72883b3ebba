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

export const findUserByGoogleId = async (sql: AnySql, googleId: string): Promise<{ id: number } | null> => {
  const [row] = await sql<{ id: number }[]>`select id from users where google_id = ${googleId}`
  return row ?? null
}

export const findGoogleId = async (sql: AnySql, id: number): Promise<string | null> => {
  const [row] = await sql<{ googleId: string }[]>`select google_id from users where id = ${id}`
  return row?.googleId ?? null
}

/** Returns null if the subject or the username already exists: two tabs may sign in at the same time. */
export const insertUser = async (
  sql: AnySql,
  { googleId, username, email }: { googleId: string; username: string; email: string | null },
): Promise<{ id: number } | null> => {
  const [row] = await sql<{ id: number }[]>`
    insert into users (google_id, username, email) values (${googleId}, ${username}, ${email})
    on conflict do nothing returning id`
  return row ?? null
}

/** The token's email always wins; the browser's is used only if the user has none. */
export const updateEmail = (
  sql: AnySql,
  id: number,
  fromToken: string | null,
  fromBrowser: string | null,
) => sql`
  update users set email = coalesce(${fromToken}, email, ${fromBrowser})
  where id = ${id} and email is distinct from coalesce(${fromToken}, email, ${fromBrowser})`

export const updateIsAdmin = async (sql: AnySql, username: string, isAdmin: boolean): Promise<boolean> =>
  (await sql`update users set is_admin = ${isAdmin} where lower(username) = lower(${username})`).count > 0

export const grantAdmin = (sql: AnySql, id: number) => sql`update users set is_admin = true where id = ${id}`

/** Makes this user an admin if there is no other; imported and demo authors (`fake_…`) do not count. */
export const grantAdminToFirstUser = async (sql: AnySql, id: number): Promise<boolean> =>
  (
    await sql`
      update users set is_admin = true where id = ${id}
        and not exists (select from users where id <> ${id} and google_id not like 'fake\\_%')`
  ).count > 0

/** Serializes the creation of the first account until the transaction ends. */
export const lockFirstAccount = (sql: AnySql) => sql`select pg_advisory_xact_lock(7302251882)`
