import type { FieldDef, QueryArrayResult } from 'pg'
import type { Row, Rows } from './sql.ts'

/** Converts a column name from PostgreSQL's snake_case to camelCase. */
const toCamelCase = (name: string) => name.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())

const camelCaseNames = new Map<string, string>()

const nameOf = ({ name }: FieldDef) => {
  const cached = camelCaseNames.get(name)
  if (cached) return cached
  const converted = toCamelCase(name)
  camelCaseNames.set(name, converted)
  return converted
}

export const getColumnNames = (fields: readonly FieldDef[]): string[] => fields.map(nameOf)

export const toRow = (names: readonly string[], values: readonly unknown[]): Row => {
  const row: Row = {}
  // Assigning properties in column order gives all rows of a statement the same hidden class in V8.
  for (let index = 0; index < names.length; index += 1) row[names[index] as string] = values[index]
  return row
}

/** Converts a result to rows. `T` is the row array type that the caller expects; it is not checked at run time. */
export const toRows = <T>({ rows, fields, rowCount }: QueryArrayResult<unknown[]>): Rows<T> => {
  const names = getColumnNames(fields)
  return withRowCount(rows.map((row) => toRow(names, row)) as T, rowCount)
}

/** Adds a non-enumerable `count` so that the rows still compare and serialize like a plain array. */
export const withRowCount = <T>(rows: T, rowCount: number | null): Rows<T> =>
  Object.defineProperty(rows as T & object, 'count', { value: rowCount ?? 0 }) as Rows<T>
