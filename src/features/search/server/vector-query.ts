import type { AnySql, Fragment } from '#server/database/connect.ts'

/** The column of a post's index (as `s`) that this asker's words may be looked for in: a visitor's only in what a visitor may read. */
export const vectorOf = (sql: AnySql, { isMember }: { isMember: boolean }) =>
  isMember ? sql`s.whole` : sql`s.visible`

/** Whether the statement has run for longer than this; to be asked for each row, which costs next to nothing. */
export const isLate = (sql: AnySql, ms: number): Fragment =>
  sql`clock_timestamp() > statement_timestamp() + ${ms}::double precision * interval '1 millisecond'`
