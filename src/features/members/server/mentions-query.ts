import { limits } from '#core/limits.ts'
import { mentionedNames } from '#core/mentions.ts'
import type { AnySql, Fragment } from '#server/database/connect.ts'

export type Mentioned = { id: number; username: string }

/**
 * The members that a Markdown text mentions, in the text's order, up to `limits.mentions`. Their rows are locked against
 * deletion, so that no name of a deleted account is stored.
 */
export const findMentioned = async (tx: AnySql, text: string): Promise<Mentioned[]> => {
  const names = mentionedNames(text)
  if (names.length === 0) return []
  return tx<Mentioned[]>`
    select id, username from users where profile_completed and lower(username) = any(${names}::text[])
    order by array_position(${names}::text[], lower(username)) limit ${limits.mentions} for key share`
}

/** The usernames, as they are stored with a text. */
export const usernamesOf = (mentioned: readonly Mentioned[]): string[] =>
  mentioned.map(({ username }) => username)

/** The members with these stored names; a deleted one has left every list of names. */
export const findMembersByUsernames = (sql: AnySql, usernames: readonly string[]) => sql<Mentioned[]>`
  select id, username from users where username = any(${[...usernames]}::text[])`

/** A condition: whether a row, whose column `mentions` this is, mentions the member. The index of mentions serves it. */
export const mentionsMember = (sql: AnySql, column: Fragment, userId: number): Fragment => sql`
  (${column} <> '{}' and ${column} @> array[(select username::text from users where id = ${userId})])`

/** The column `mentions` without the member. */
export const withoutMember = (sql: AnySql, column: Fragment, userId: number): Fragment =>
  sql`array_remove(${column}, (select username from users where id = ${userId}))`
