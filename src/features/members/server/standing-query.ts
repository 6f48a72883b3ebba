import type { AnySql, SqlFragment } from '#server/database/connect.ts'

/** An SQL condition that is true while the user (an alias of `users`) is muted, also if suspended. */
export const isMuted = (sql: AnySql, user: SqlFragment): SqlFragment =>
  sql`(${user}.is_muted and (${user}.muted_until is null or ${user}.muted_until > now()) or ${isSuspended(sql, user)})`

/** An SQL condition that is true while the user (an alias of `users`) is suspended. */
export const isSuspended = (sql: AnySql, user: SqlFragment): SqlFragment =>
  sql`(${user}.is_suspended and (${user}.suspended_until is null or ${user}.suspended_until > now()))`

/** An SQL expression for the picture of the user that others see: none while the user is suspended, as on their profile. */
export const shownAvatar = (sql: AnySql, user: SqlFragment): SqlFragment =>
  sql`(case when not ${isSuspended(sql, user)} then ${user}.avatar end)`

/** Returns the SQL columns of a user's role, and whether they are muted or suspended. Who is suspended is also muted. */
export const standingColumns = (sql: AnySql, user: SqlFragment): SqlFragment => sql`
  ${user}.is_admin, ${user}.is_moderator, ${user}.moderated_topics, ${isMuted(sql, user)} as is_muted,
  ${isSuspended(sql, user)} as is_suspended`

/**
 * Returns the SQL columns of `standingColumns` for a viewer: moderators who are muted or suspended look after nothing
 * meanwhile, so they read and decide like anybody else.
 */
export const viewerStandingColumns = (sql: AnySql, user: SqlFragment): SqlFragment => sql`
  ${user}.is_admin, ${user}.is_moderator and not ${isMuted(sql, user)} as is_moderator,
  case when ${isMuted(sql, user)} then '{}'::integer[] else ${user}.moderated_topics end as moderated_topics,
  ${isMuted(sql, user)} as is_muted, ${isSuspended(sql, user)} as is_suspended`

/** An SQL expression for the `TrustLevel` of the user: who looks after the site is trusted like a regular, unless they are muted. */
export const trustLevel = (sql: AnySql, user: SqlFragment): SqlFragment => sql`
  (case when ${user}.is_admin or (${user}.is_moderator or ${user}.moderated_topics <> '{}') and not ${isMuted(sql, user)}
    then 'regular' else ${user}.trust_level end)`
