import type { AnySql } from '#server/database/connect.ts'

/** The column of a post's index (as `s`) that this asker's words may be looked for in: a visitor's only in what a visitor may read. */
export const vectorOf = (sql: AnySql, { isMember }: { isMember: boolean }) =>
  isMember ? sql`s.whole` : sql`s.visible`
