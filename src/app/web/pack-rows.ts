/** Marks a packed array. No shape of the API has this key. */
const ROWS = '#rows'

type Packed = {
  /** What all rows have in common. */
  all: Record<string, unknown>
  keys: string[]
  [ROWS]: unknown[][]
}

/**
 * Writes arrays of objects with the same keys as tables: each key once, and once each value that all of them share. A
 * feed's page state becomes a third shorter. Values that are no plain objects, such as dates, are left to
 * `JSON.stringify`.
 */
export const packRows = (value: unknown): unknown => {
  if (Array.isArray(value)) return packTable(value) ?? value.map(packRows)
  if (!isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, packRows(field)]))
}

const packTable = (items: unknown[]): Packed | null => {
  const [first, ...others] = items
  if (others.length === 0 || !isPlain(first)) return null
  const keys = definedKeys(first)
  const rows = items.filter(isPlain).filter((item) => hasKeys(item, keys))
  if (rows.length < items.length) return null
  const shared = new Set(
    keys.filter((key) => others.every((other) => isSame(first[key], (other as Row)[key]))),
  )
  const different = keys.filter((key) => !shared.has(key))
  return {
    all: Object.fromEntries([...shared].map((key) => [key, first[key]])),
    keys: different,
    [ROWS]: rows.map((row) => different.map((key) => packRows(row[key]))),
  }
}

/** Restores what `packRows` has packed, after its way through JSON. */
export const unpackRows = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(unpackRows)
  if (!isPlain(value)) return value
  if (!isPacked(value))
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, unpackRows(field)]))
  return value[ROWS].map((fields) => ({
    ...structuredClone(value.all),
    ...Object.fromEntries(value.keys.map((key, index) => [key, unpackRows(fields[index])])),
  }))
}

type Row = Record<string, unknown>

const isPlain = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

const isPacked = (value: object): value is Packed => ROWS in value

/** The keys that `JSON.stringify` writes. */
const definedKeys = (row: Row): string[] => Object.keys(row).filter((key) => row[key] !== undefined)

const hasKeys = (row: Row, keys: readonly string[]): boolean =>
  definedKeys(row).length === keys.length && keys.every((key) => row[key] !== undefined)

const isSame = (a: unknown, b: unknown): boolean =>
  isObject(a) || isObject(b) ? isEmptyList(a) && isEmptyList(b) : a === b

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0
