import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#core/endpoint.ts'
import { createInvalidFieldError, HttpError } from '#core/http-error.ts'
import type { AnySql } from '../database/connect.ts'
import {
  claimRequest,
  deleteRequest,
  type IdempotentRequest,
  selectRequest,
  updateReply,
} from './idempotent-requests-query.ts'

/** A key of 1 to 255 visible characters, with or without the quotes of a structured field (RFC 9651). */
const KEY = /^(?:"([!#-~]{1,255})"|([!#-~]{1,255}))$/
/** How long a request may take before a repeated one is processed again, because the first one's process has died. */
const LOCK_SECONDS = 120

/**
 * Returns whether requests may have an `Idempotency-Key`. The responses of endpoints that accept no token, such as new
 * tokens and codes, are never stored.
 */
export const acceptsIdempotencyKey = ({ method, access, scope, maxBytes }: Endpoint): boolean =>
  method === 'POST' && access !== 'anyone' && scope !== null && !maxBytes

/** Returns the `Idempotency-Key` of a request, or null if it has none. Throws a 400 for one that is not valid. */
export const readIdempotencyKey = ({ headers }: Pick<FastifyRequest, 'headers'>): string | null => {
  const value = headers['idempotency-key']
  if (value === undefined) return null
  const [, quoted, bare] = KEY.exec(String(value)) ?? []
  const key = quoted ?? bare
  if (key === undefined)
    throw createInvalidFieldError('Idempotency-Key', 'Idempotency-Key must have 1 to 255 visible characters')
  return key
}

type Request = { userId: number; operation: string; key: string; input: unknown }

const identify = ({ userId, operation, key, input }: Request): IdempotentRequest => ({
  userId,
  key: createHash('sha256').update(`${operation}\n${key}`).digest(),
  content: createHash('sha256').update(JSON.stringify(input)).digest(),
})

/**
 * Processes a request once for its `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header-07): a repeated one gets
 * the response of the first, as text. A request that failed can be repeated. Throws a 409 while the first one is being
 * processed, and a 422 if the key belongs to a request with another content.
 */
export const respondOnce = async (
  sql: AnySql,
  request: Request,
  respond: () => Promise<string>,
): Promise<string> => {
  const identity = identify(request)
  if (!(await claimRequest(sql, identity, LOCK_SECONDS))) {
    const stored = await selectRequest(sql, identity)
    if (stored && !stored.content.equals(identity.content)) throw new HttpError('idempotency-key-reused')
    if (!stored?.reply) throw new HttpError('request-in-progress', { retryAfter: 1 })
    return stored.reply
  }
  const reply = await respond().catch(async (error: unknown) => {
    await deleteRequest(sql, identity)
    throw error
  })
  await updateReply(sql, identity, reply)
  return reply
}
