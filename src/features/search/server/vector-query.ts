import type { AnySql, Fragment } from '#server/database/connect.ts'

/**
 * A post's search vector (`s`) for this searcher: members search the whole prompt, visitors only the part
 * they can read.
 */
export const searchVector = (sql: AnySql, { isMember }: { isMember: boolean }) =>
  isMember ? sql`s.whole` : sql`s.visible`

/** Whether the statement has run for longer than `ms`. Cheap enough to evaluate for each row. */
export const isTimedOut = (sql: AnySql, ms: number): Fragment =>
  sql`clock_timestamp() > statement_timestamp() + ${ms}::double precision * interval '1 millisecond'`
