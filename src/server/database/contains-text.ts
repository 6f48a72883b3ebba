import type { AnySql, SqlFragment } from './sql.ts'

/**
 * Returns a condition that is true if the column contains the text, ignoring case. LIKE wildcards in the text are
 * escaped.
 */
export const containsText = (sql: AnySql, column: SqlFragment, q: string): SqlFragment =>
  sql`lower(${column}) like ${likePattern(q)}`

/** Returns the same condition as `containsText`, for a column that is already in lower case. */
export const containsLowercaseText = (sql: AnySql, column: SqlFragment, q: string): SqlFragment =>
  sql`${column} like ${likePattern(q)}`

const likePattern = (q: string): string => `%${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
