import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

type SerializerCompiler = Parameters<FastifyInstance['setSerializerCompiler']>[0]
type Schema = z.core.$ZodType

/** Treats a reply that differs from its declared schema as an error; used in tests and development. */
export const validatingSerializer: SerializerCompiler =
  ({ schema, method, url }) =>
  (reply) => {
    assertReplyMatchesSchema(schema as Schema, reply, `${method} ${url}`)
    return JSON.stringify(reply)
  }

/**
 * Throws if a reply contains a value of a different type than its schema declares, or a key that the schema does not
 * declare, at any depth. An undeclared key could be a column that must stay private.
 */
export const assertReplyMatchesSchema = (schema: Schema, reply: unknown, operation: string): void => {
  const { data, error } = z.safeEncode(schema, reply)
  if (error)
    throw new Error(`${operation} returned a response that does not match its schema: ${error.message}`, {
      cause: error,
    })
  const undeclared = findUndeclared(reply, data, '')
  if (undeclared !== null) throw new Error(`${operation} returned an undeclared key: ${undeclared}`)
}

/** Returns the path of the first key that encoding removed; undefined values do not count, because JSON omits them. */
const findUndeclared = (value: unknown, declared: unknown, path: string): string | null => {
  if (value === declared || !isObject(value) || !isObject(declared)) return null
  for (const [key, part] of Object.entries(value)) {
    if (part === undefined) continue
    if (!(key in declared)) return `${path}${key}`
    const found = findUndeclared(part, declared[key], `${path}${key}.`)
    if (found !== null) return found
  }
  return null
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
