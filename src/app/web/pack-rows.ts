/** The key that marks a packed array. No API schema has a field of this name. */
const ROWS = '#rows'

type Packed = {
  /** The fields that have the same value in all rows. */
  all: Record<string, unknown>
  keys: string[]
  [ROWS]: unknown[][]
}

/**
 * Packs arrays of objects with the same keys as tables, which contain each key and each common value only once. This
 * shortens the page state of a feed by a third. Values other than arrays and plain objects, such as dates, stay
 * unchanged.
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

/** Restores packed arrays after JSON parsing. */
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

/** Returns the keys that `JSON.stringify` writes. */
const definedKeys = (row: Row): string[] => Object.keys(row).filter((key) => row[key] !== undefined)

const hasKeys = (row: Row, keys: readonly string[]): boolean =>
  definedKeys(row).length === keys.length && keys.every((key) => row[key] !== undefined)

const isSame = (a: unknown, b: unknown): boolean =>
  isObject(a) || isObject(b) ? isEmptyList(a) && isEmptyList(b) : a === b

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0
