import type { FieldDef, QueryArrayResult } from 'pg'
import type { Row, Rows } from './sql.ts'

/** Column names are camelCase in code and snake_case in PostgreSQL. */
const toCamelCase = (name: string) => name.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())

const camelCase = new Map<string, string>()

const nameOf = ({ name }: FieldDef) => {
  const known = camelCase.get(name)
  if (known) return known
  const made = toCamelCase(name)
  camelCase.set(name, made)
  return made
}

export const columnNames = (fields: readonly FieldDef[]): string[] => fields.map(nameOf)

export const toRow = (names: readonly string[], values: readonly unknown[]): Row => {
  const row: Row = {}
  // Assigning in the order of the columns gives all rows of a statement one hidden class.
  for (let at = 0; at < names.length; at += 1) row[names[at] as string] = values[at]
  return row
}

/** `T` is the array of rows that the caller expects; nothing checks it at run time. */
export const toRows = <T>({ rows, fields, rowCount }: QueryArrayResult<unknown[]>): Rows<T> => {
  const names = columnNames(fields)
  return withCount(rows.map((row) => toRow(names, row)) as T, rowCount)
}

/** `count` is not enumerable, so that the rows compare and serialize like any array. */
export const withCount = <T>(rows: T, rowCount: number | null): Rows<T> =>
  Object.defineProperty(rows as T & object, 'count', { value: rowCount ?? 0 }) as Rows<T>
