import type { AnySql, SqlFragment } from './sql.ts'

/**
 * Returns a condition that is true if the column contains the text, ignoring case, and whether either of them is composed
 * (NFC) or decomposed (NFD). LIKE wildcards in the text are escaped.
 */
export const containsText = (sql: AnySql, column: SqlFragment, q: string): SqlFragment =>
  containsLowercaseText(sql, sql`lower(${column})`, q)

/** Returns the same condition as `containsText`, for a column that is already in lower case. */
export const containsLowercaseText = (sql: AnySql, column: SqlFragment, q: string): SqlFragment =>
  sql`${column} like any(${likePatterns(q)}::text[])`

const likePatterns = (q: string): string[] => {
  const pattern = `%${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  return [...new Set([pattern.normalize('NFC'), pattern.normalize('NFD')])]
}
