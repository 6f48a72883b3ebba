import type { FastifyRequest } from 'fastify'
import { HttpError } from '#core/http-error.ts'

/**
 * What a program has read and wants to change: a number that grows with each edit, or the time of the last edit, which is
 * null before the first.
 */
type Revision = number | Date | null

/**
 * Returns the revision that `If-Match` names: `7` for `"7"`, or the time for `"2026-11-26T12:00:00.000Z"`. Returns null
 * without the header and for `*`. Throws a 412 for anything else.
 */
export const readIfMatch = ({ headers }: Pick<FastifyRequest, 'headers'>): string | null => {
  const value = headers['if-match']
  if (value === undefined || value === '*') return null
  const [, revision] = /^"([\w:.-]{1,40})"$/.exec(value) ?? []
  if (revision === undefined) throw new HttpError('changed-since-read')
  return revision
}

/** Throws a 412 if the request names another revision than the current one. */
export const requireRevision = (ifMatch: string | null, current: Revision): void => {
  const revision = current instanceof Date ? current.toISOString() : String(current)
  if (ifMatch !== null && ifMatch !== revision) throw new HttpError('changed-since-read')
}
