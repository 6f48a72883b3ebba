/** What a failed query means to the one who asked. */
export type DatabaseMeaning =
  | 'away'
  | 'busy'
  | 'duplicate'
  | 'gone'
  | 'bad-text'
  | 'out-of-range'
  | 'too-large'

/** The statement may or may not have been carried out: the connection was lost, or there was none to be had. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
  readonly code = 'DATABASE_UNAVAILABLE'
  constructor(cause: unknown) {
    super(cause instanceof Error && cause.message ? cause.message : 'The database is unavailable', { cause })
  }
}

/** `null` when the error is no database error, or one that only a fault in our code explains. */
export const databaseMeaning = (error: unknown): DatabaseMeaning | null => {
  for (const link of chain(error)) {
    const meaning = meaningOf(link)
    if (meaning) return meaning
  }
  return null
}

const byCode: Readonly<Record<string, DatabaseMeaning>> = {
  '40001': 'busy',
  '40P01': 'busy',
  '55P03': 'busy',
  '57014': 'busy',
  '23505': 'duplicate',
  // What a new row belongs to was deleted meanwhile.
  '23503': 'gone',
  '22021': 'bad-text',
  // A JSON body may spell U+0000; PostgreSQL refuses it in json and text alike.
  '22P05': 'bad-text',
  '22003': 'out-of-range',
  '54000': 'too-large',
  '57P01': 'away',
  '57P02': 'away',
  '57P03': 'away',
  '53300': 'away',
  DATABASE_UNAVAILABLE: 'away',
}

/** Sockets fail for other services as well: these count only from a call that PostgreSQL's client makes. */
const networkCodes = new Set([
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
const networkCalls = new Set(['connect', 'read', 'write', 'getaddrinfo'])

const meaningOf = (error: object): DatabaseMeaning | null => {
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  if (typeof code !== 'string') return null
  if (/^08[0-9A-Z]{3}$/.test(code)) return 'away'
  if (networkCodes.has(code) && typeof syscall === 'string' && networkCalls.has(syscall)) return 'away'
  return byCode[code] ?? null
}

/** The error, what it wraps and what it gathers; a circle of causes ends the walk. */
const chain = (error: unknown): object[] => {
  const found: object[] = []
  const waiting = [error]
  while (waiting.length > 0 && found.length < 10) {
    const next = waiting.shift()
    if (typeof next !== 'object' || next === null) continue
    found.push(next)
    const { cause, errors } = next as { cause?: unknown; errors?: unknown }
    waiting.push(cause, ...(Array.isArray(errors) ? errors : []))
  }
  return found
}
