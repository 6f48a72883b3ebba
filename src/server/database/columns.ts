import { type AnySql, type Fragment, toSnakeCase } from './sql.ts'

/** The columns of these fields for a `select`: `p.title, p.example_files`. The names must be part of the code. */
export const listColumns = (sql: AnySql, table: string, names: readonly string[]): Fragment =>
  sql.unsafe(names.map((name) => `${table}.${toSnakeCase(name)}`).join(', '))

/**
 * The assignments of an `update`: `title = coalesce($1, title), …`. Undefined values keep what is stored, and
 * the text depends only on the fields' names, so that it is prepared once. Not for columns that can be null.
 */
export const assignColumns = (sql: AnySql, changes: Record<string, unknown>): Fragment =>
  Object.entries(changes)
    .map(([name, value]) => sql`${sql(name)} = coalesce(${value ?? null}, ${sql(name)})`)
    .reduce((list, assignment) => sql`${list}, ${assignment}`)
