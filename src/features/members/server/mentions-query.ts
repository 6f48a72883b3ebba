import { limits } from '#core/limits.ts'
import { findMentionedUsernames } from '#core/mentions.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import { isBlockedBetween } from './blocks-query.ts'

export type MentionedUser = { id: number; username: string }

/**
 * Finds up to `limits.mentions` members who are mentioned in Markdown, in order of appearance. Locks their
 * rows against deletion, so that a deleted account's name is never stored. Leaves out members whom the author blocks or
 * who block the author: their names stay plain text.
 */
export const selectMentionedMembers = async (
  tx: AnySql,
  authorId: number,
  text: string,
): Promise<MentionedUser[]> => {
  if (findMentionedUsernames(text).length === 0) return []
  return tx<MentionedUser[]>`${lockedMentionedMembers(tx, authorId, text)}`
}

/** The query of `selectMentionedMembers`, as part of a larger statement. */
export const lockedMentionedMembers = (sql: AnySql, authorId: number, text: string): SqlFragment => {
  const names = findMentionedUsernames(text)
  return sql`
    select id, username from users where profile_completed and lower(username) = any(${names}::text[])
      and not ${isBlockedBetween(sql, sql`users.id`, sql`${authorId}::integer`)}
    order by array_position(${names}::text[], lower(username)) limit ${limits.mentions} for key share`
}

/** Returns the usernames to store with a post or comment. */
export const getMentionedUsernames = (mentioned: readonly MentionedUser[]): string[] =>
  mentioned.map(({ username }) => username)

/** Finds the members with these stored names. Deleted members have already been removed from every list of names. */
export const selectMembersByUsername = (sql: AnySql, usernames: readonly string[]) => sql<MentionedUser[]>`
  select id, username from users where username = any(${[...usernames]}::text[])`

/**
 * Returns an SQL condition that is true if the row's `mentions` column contains the member. The condition can use the
 * index on mentions.
 */
export const mentionsMember = (sql: AnySql, column: SqlFragment, userId: number): SqlFragment => sql`
  (${column} <> '{}' and ${column} @> array[(select username::text from users where id = ${userId})])`

/** Returns an SQL expression for the `mentions` column without the member. */
export const removeMemberFromMentions = (sql: AnySql, column: SqlFragment, userId: number): SqlFragment =>
  sql`array_remove(${column}, (select username from users where id = ${userId}))`
