import type { AnySql, SqlFragment } from './sql.ts'

/**
 * Writes a number into the statement: one from the code, or a page size, of which there are few. PostgreSQL plans a
 * statement anew on every execution if it expects more rows of the plan for all values than for the values at hand, which
 * it does if a limit is a parameter.
 */
export const literal = (sql: AnySql, value: number): SqlFragment => sql.unsafe(String(value))
