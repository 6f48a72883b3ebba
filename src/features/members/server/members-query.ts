import { HttpError } from '#core/http-error.ts'
import { pick } from '#core/pick.ts'
import { type ProfileFieldName, profileFieldNames } from '#core/profile-fields.ts'
import type { TrustLevel } from '#core/trust.ts'
import type { Member } from '#core/viewer.ts'
import { buildColumnAssignments } from '#server/database/columns.ts'
import type { AnySql, Sql, SqlFragment } from '#server/database/connect.ts'
import { isMuted, standingColumns } from './standing-query.ts'

export const selectUserByGoogleId = async (sql: AnySql, googleId: string): Promise<{ id: number } | null> => {
  const [row] = await sql<{ id: number }[]>`select id from users where google_id = ${googleId}`
  return row ?? null
}

export const selectGoogleId = async (sql: AnySql, id: number): Promise<string | null> => {
  const [row] = await sql<{ googleId: string }[]>`select google_id from users where id = ${id}`
  return row?.googleId ?? null
}

type NewUser = { googleId: string; username: string; email: string | null; trustLevel: TrustLevel }

/**
 * Inserts a user. Returns null if the subject or the username already exists, for example because two tabs sign in
 * simultaneously.
 */
export const insertUser = async (
  sql: AnySql,
  { googleId, username, email, trustLevel }: NewUser,
): Promise<{ id: number } | null> => {
  const [row] = await sql<{ id: number }[]>`
    insert into users (google_id, username, email, trust_level) values (${googleId}, ${username}, ${email}, ${trustLevel})
    on conflict do nothing returning id`
  return row ?? null
}

/**
 * Updates the user's email. The token's email takes precedence; the email from the browser is used only if
 * the user has none.
 */
export const updateEmail = (
  sql: AnySql,
  id: number,
  fromToken: string | null,
  fromBrowser: string | null,
) => sql`
  update users set email = coalesce(${fromToken}, email, ${fromBrowser})
  where id = ${id} and email is distinct from coalesce(${fromToken}, email, ${fromBrowser})`

/**
 * Stores the email that the token marks as verified, or null if there is none. Returns true if the email is verified now
 * and was not before.
 */
export const updateVerifiedEmail = async (sql: AnySql, id: number, email: string | null): Promise<boolean> =>
  (
    await sql`
      update users set verified_email = ${email} where id = ${id} and verified_email is distinct from ${email}`
  ).count > 0 && email !== null

/** Rejects ID tokens of the user's external provider that were issued before. */
export const updateSignedOutAt = (sql: AnySql, id: number, issuedAt: Date) =>
  sql`update users set signed_out_at = ${issuedAt} where id = ${id}`

/**
 * Returns true if the user still exists, is not being deleted, and accepts ID tokens of their external provider that were
 * issued at this time. Waits for a sign-in or a deletion that is changing this.
 */
export const canSignInWithToken = async (sql: AnySql, id: number, issuedAt: Date): Promise<boolean> => {
  const [row] = await sql<{ signedOutAt: Date | null }[]>`
    select signed_out_at from users where id = ${id} and ${isOpen(sql)} for share`
  return row !== undefined && (row.signedOutAt === null || issuedAt >= row.signedOutAt)
}

type Emails = { googleId: string; email: string | null; verifiedEmail: string | null }

export const selectEmails = async (sql: AnySql, id: number): Promise<Emails | null> => {
  const [row] = await sql<Emails[]>`select google_id, email, verified_email from users where id = ${id}`
  return row ?? null
}

export const updateIsAdmin = (sql: AnySql, id: number, isAdmin: boolean) =>
  sql`update users set is_admin = ${isAdmin} where id = ${id}`

/**
 * Throws if no other member would be an admin who can act. Call it with the admin's row locked and before they lose
 * their rights; until the transaction ends, no other admin can lose theirs.
 */
export const requireOtherAdmin = async (sql: AnySql, id: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(7302251884)`
  const others =
    await sql`select 1 from users where is_admin and not ${isMuted(sql, sql`users`)} and id <> ${id} and ${isOpen(sql)} limit 1`
  if (others.length === 0) throw new HttpError('last-admin')
}

export const grantAdmin = (sql: AnySql, id: number) =>
  sql`update users set is_admin = true where id = ${id} and ${isOpen(sql)}`

/** Makes this user an admin if there are no other users. Imported and demo authors (`fake_…`) do not count. */
export const grantAdminToFirstUser = async (sql: AnySql, id: number): Promise<boolean> =>
  (
    await sql`
      update users set is_admin = true where id = ${id}
        and not exists (select from users where id <> ${id} and google_id not like 'fake\\_%')`
  ).count > 0

/** Returns an SQL condition that is true if any member is an admin. */
export const anyAdminExists = (sql: AnySql): SqlFragment => sql`exists (select from users where is_admin)`

export const hasAdmin = async (sql: AnySql): Promise<boolean> =>
  (await sql`select 1 where ${anyAdminExists(sql)}`).length > 0

export type LockedUser = Pick<
  Member,
  'id' | 'username' | 'isAdmin' | 'isModerator' | 'moderatedTopics' | 'isMuted' | 'isSuspended'
>

/** Locks a user, found by their username, and reads them. */
export const lockUserRowByName = async (sql: AnySql, username: string): Promise<LockedUser | null> => {
  const [row] = await sql<LockedUser[]>`
    select id, username, ${standingColumns(sql, sql`users`)} from users where lower(username) = lower(${username}) for no key update`
  return row ?? null
}

/** Reads a user's role and sanctions, without a lock. */
export const selectStanding = async (sql: AnySql, id: number): Promise<LockedUser | null> => {
  const [row] = await sql<LockedUser[]>`
    select id, username, ${standingColumns(sql, sql`users`)} from users where id = ${id}`
  return row ?? null
}

/** Locks a user and reads them. The values cannot change until the transaction ends. */
export const lockUserRow = async (sql: AnySql, id: number): Promise<LockedUser | null> => {
  const [row] = await sql<LockedUser[]>`${lockedUser(sql, id)}`
  return row ?? null
}

/** A query that locks a user and returns them, as part of a larger statement. */
export const lockedUser = (sql: AnySql, id: number, condition: SqlFragment = sql`true`): SqlFragment => sql`
  select id, username, ${standingColumns(sql, sql`users`)} from users where id = ${id} and ${condition} for no key update`

/**
 * Runs `work` in a transaction that has locked the member's row. What one member may have a limited number of, or only
 * once, is counted in it, so that two requests at the same time cannot both be the last.
 */
export const withLockedMember = <T>(sql: Sql, id: number, work: (tx: AnySql) => Promise<T>): Promise<T> =>
  sql.begin(async (tx) => {
    await lockUserRow(tx, id)
    return work(tx)
  })

/** Locks a user who is about to be deleted, so that no new row can refer to them. */
export const lockUserForDeletion = (sql: AnySql, id: number) =>
  sql`select 1 from users where id = ${id} for update`

export const updateRole = (
  sql: AnySql,
  id: number,
  { isModerator, moderatedTopics }: Pick<LockedUser, 'isModerator' | 'moderatedTopics'>,
) => sql`
  update users set is_moderator = ${isModerator}, moderated_topics = ${[...moderatedTopics]}::integer[] where id = ${id}`

/** Locks users in the order of their ids and reads them. */
export const lockUserRows = (sql: AnySql, ids: readonly number[]) => sql<LockedUser[]>`
  select id, username, ${standingColumns(sql, sql`users`)} from users where id = any(${[...ids]}::integer[]) order by id
  for no key update`

/**
 * Ends an account whose content is about to be deleted: nobody can sign in to it, it is no admin, and it has no profile.
 * The username stays taken until the row is deleted.
 */
export const closeAccount = (sql: AnySql, id: number) => sql`
  update users set google_id = ${`${CLOSED_PREFIX}${id}`}, is_admin = false, profile_completed = false where id = ${id}`

const CLOSED_PREFIX = 'deleted:'

/** An SQL condition that is true unless `closeAccount` has ended the account. */
const isOpen = (sql: AnySql): SqlFragment => sql`google_id <> ${CLOSED_PREFIX} || id`

/** Returns true if `closeAccount` has ended the account. */
export const isAccountClosed = async (sql: AnySql, id: number): Promise<boolean> =>
  (await selectGoogleId(sql, id)) === `${CLOSED_PREFIX}${id}`

/**
 * Deletes a user's row. The deletion cascades to comments, votes, bookmarks, follows, reveals, notifications,
 * requests, logs and sessions.
 */
export const deleteUserRow = (sql: AnySql, id: number) => sql`delete from users where id = ${id}`

type ProfileFields = { [Name in ProfileFieldName]?: string | undefined } & {
  avatar?: string | null | undefined
}

/** Returns the assignments for an SQL `update` of the profile. Undefined fields keep their values. */
const assignments = (sql: AnySql, { avatar, ...fields }: ProfileFields) => sql`
  ${buildColumnAssignments(sql, pick(fields, profileFieldNames))}, avatar = ${avatar === undefined ? sql`avatar` : avatar}`

export const updateProfileRow = async (sql: AnySql, id: number, fields: ProfileFields): Promise<boolean> =>
  (await sql`update users set ${assignments(sql, fields)} where id = ${id}`).count > 0

/**
 * Completes a user's profile. An account that waits for approval stores its answer instead, and waits on. Returns false
 * if the profile was already completed or the answer given.
 */
export const completeProfileRow = async (
  sql: AnySql,
  id: number,
  { username, answer, ...fields }: ProfileFields & { username: string; answer: string },
): Promise<boolean> =>
  (
    await sql`
      with request as (select answered_at from sign_up_requests where user_id = ${id} for update),
        answered as (
          update sign_up_requests set answer = ${answer}, answered_at = now() where user_id = ${id} and answered_at is null
        )
      update users set username = ${username}, profile_completed = not exists (select from request), ${assignments(sql, fields)}
      where id = ${id} and not profile_completed and not exists (select from request where answered_at is not null)`
  ).count > 0

/** Returns whether another member has this username. */
export const isUsernameTaken = async (
  sql: AnySql,
  username: string,
  exceptUserId: number,
): Promise<boolean> => {
  const [row] = await sql`
    select 1 from users where lower(username) = lower(${username}) and id <> ${exceptUserId}`
  return row !== undefined
}

const lowercase = (names: readonly string[]) => names.map((name) => name.toLowerCase())

export const selectTakenUsernames = async (sql: AnySql, usernames: string[]): Promise<Set<string>> => {
  const found = await sql<{ name: string }[]>`
    select lower(username) as name from users where lower(username) = any(${lowercase(usernames)}::text[])`
  const taken = new Set(found.map((row) => row.name))
  return new Set(usernames.filter((name) => taken.has(name.toLowerCase())))
}

export const selectAuthors = (sql: AnySql, googleIds: string[], usernames: string[]) =>
  sql<{ id: number; googleId: string; username: string }[]>`
    select id, google_id, username from users where google_id = any(${googleIds}::text[])
    union
    select id, google_id, username from users where lower(username) = any(${lowercase(usernames)}::text[])`

/**
 * Inserts imported authors, who have no account to sign in with. The rows are sent as a single JSON
 * parameter.
 */
export const insertImportedAuthors = (sql: AnySql, authors: { googleId: string; username: string }[]) => sql`
  insert into users (google_id, username, profile_completed)
  select "googleId", username, true
  from json_to_recordset(${JSON.stringify(authors)}::text::json) as a("googleId" text, username text)
  order by "googleId"`
