import { type AnySql, type SqlFragment, toSnakeCase } from './sql.ts'

/**
 * Builds the column list of a `select`: `p.title, p.example_files`. The names must come from the code because
 * they are not escaped.
 */
export const buildColumnList = (sql: AnySql, table: string, names: readonly string[]): SqlFragment =>
  sql.unsafe(names.map((name) => `${table}.${toSnakeCase(name)}`).join(', '))

/**
 * Returns the assignments for an `update`: `title = coalesce($1, title), …`. An undefined value leaves its column
 * unchanged. The SQL text depends only on the fields' names, so it is prepared once. Not suitable for nullable columns.
 */
export const buildColumnAssignments = (sql: AnySql, changes: Record<string, unknown>): SqlFragment =>
  Object.entries(changes)
    .map(([name, value]) => sql`${sql(name)} = coalesce(${value ?? null}, ${sql(name)})`)
    .reduce((list, assignment) => sql`${list}, ${assignment}`)
