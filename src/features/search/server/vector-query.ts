import type { AnySql, SqlFragment } from '#server/database/connect.ts'

/**
 * Returns the column of a post's search vector (`s`) for the user: members search the whole prompt, visitors only the
 * part that they can read.
 */
export const searchVectorColumn = (sql: AnySql, { isMember }: { isMember: boolean }) =>
  isMember ? sql`s.whole` : sql`s.visible`

/**
 * An SQL condition that is true once the statement has run for longer than `ms` milliseconds. It is cheap enough to
 * evaluate for each row, because PostgreSQL evaluates the subquery once.
 */
export const isTimedOut = (sql: AnySql, ms: number): SqlFragment =>
  sql`clock_timestamp() > (select statement_timestamp() + ${ms}::double precision * interval '1 millisecond')`
