/** The kinds of database errors that callers need to distinguish. */
export type DatabaseErrorKind =
  | 'unavailable'
  | 'busy'
  | 'duplicate'
  | 'foreign_key'
  | 'invalid_text'
  | 'out_of_range'
  | 'too_large'

/**
 * Thrown if a connection cannot be opened or is lost. In the latter case the statement may or may not have been
 * executed.
 */
export class DatabaseConnectionError extends Error {
  override name = 'DatabaseConnectionError'
  readonly code = 'DATABASE_UNAVAILABLE'
  /** True if a transaction could not begin. */
  isBeforeTransaction = false
  constructor(cause: unknown) {
    super(cause instanceof Error && cause.message ? cause.message : 'The database is unavailable', { cause })
  }
}

/** Returns `null` if the error is not a database error, or is one that only a bug in our code can cause. */
export const classifyDatabaseError = (error: unknown): DatabaseErrorKind | null => {
  for (const candidate of flattenCauses(error)) {
    const meaning = meaningOf(candidate)
    if (meaning) return meaning
  }
  return null
}

/** Returns whether the error means that the connection cannot be used any more. */
export const isConnectionLost = (error: unknown): boolean => classifyDatabaseError(error) === 'unavailable'

/**
 * Returns whether the error is a violation of the unique constraint or index of this name. Code that explains a
 * violation to people checks the name, because one transaction writes to many tables.
 */
export const violatesUniqueIndex = (error: unknown, name: string): boolean =>
  flattenCauses(error).some((candidate) => {
    const { code, constraint } = candidate as { code?: unknown; constraint?: unknown }
    return code === '23505' && constraint === name
  })

const DISK_FULL = '53100'

/** Returns whether PostgreSQL's own disk is full. */
export const isDatabaseDiskFull = (error: unknown): boolean =>
  flattenCauses(error).some((candidate) => (candidate as { code?: unknown }).code === DISK_FULL)

const meaningByCode: Readonly<Record<string, DatabaseErrorKind>> = {
  '40001': 'busy',
  '40P01': 'busy',
  '55P03': 'busy',
  '57014': 'busy',
  '23505': 'duplicate',
  // The row that the new row refers to was deleted in the meantime.
  '23503': 'foreign_key',
  '22021': 'invalid_text',
  // A JSON body may contain U+0000, which PostgreSQL rejects in json and text values.
  '22P05': 'invalid_text',
  '22003': 'out_of_range',
  '54000': 'too_large',
  '57P01': 'unavailable',
  '57P02': 'unavailable',
  '57P03': 'unavailable',
  // The connected server was the primary before a failover and is now read-only.
  '25006': 'unavailable',
  '53300': 'unavailable',
  // The disk is full or has failed.
  [DISK_FULL]: 'unavailable',
  '58030': 'unavailable',
  DATABASE_UNAVAILABLE: 'unavailable',
}

/**
 * Connections to other services can also fail with these codes, so an error is treated as a database error
 * only if it comes from a system call of the PostgreSQL client.
 */
const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
  'EACCES',
  'EPIPE',
  'ETIMEDOUT',
])
const NETWORK_CALLS = new Set(['connect', 'read', 'write', 'getaddrinfo'])

/**
 * The functions of PostgreSQL that end a change to its own catalogs with an internal error ("tuple concurrently
 * updated") if another connection changes the same row, such as two that build and drop one index. The text of the
 * error depends on the language of the server.
 */
const CATALOG_CONFLICTS = new Set(['simple_heap_update', 'simple_heap_delete'])

const meaningOf = (error: object): DatabaseErrorKind | null => {
  const { code, syscall, routine } = error as { code?: unknown; syscall?: unknown; routine?: unknown }
  if (typeof code !== 'string') return null
  if (code === 'XX000' && typeof routine === 'string' && CATALOG_CONFLICTS.has(routine)) return 'busy'
  if (/^08[0-9A-Z]{3}$/.test(code)) return 'unavailable'
  if (NETWORK_CODES.has(code) && typeof syscall === 'string' && NETWORK_CALLS.has(syscall))
    return 'unavailable'
  return meaningByCode[code] ?? null
}

/** Returns the error, its causes and the members of an AggregateError; at most ten, in case the causes are circular. */
const flattenCauses = (error: unknown): object[] => {
  const flattened: object[] = []
  const queue = [error]
  while (queue.length > 0 && flattened.length < 10) {
    const next = queue.shift()
    if (typeof next !== 'object' || next === null) continue
    flattened.push(next)
    const { cause, errors } = next as { cause?: unknown; errors?: unknown }
    queue.push(cause, ...(Array.isArray(errors) ? errors : []))
  }
  return flattened
}

/** Migrations cannot be applied, for a reason that somebody has to see to. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}
