import type * as z from 'zod/mini'
import type { ErrorCode } from './error-codes.ts'

type Shape = z.core.$ZodType

/** Who may call an endpoint. Each of these includes the ones after it, except that admins may be muted. */
export type Access = 'anyone' | 'signed-in' | 'completed-profile' | 'active' | 'admin'

/** How often a member, or a visitor's address, may call an endpoint. */
export type RateLimit = {
  /** Endpoints with the same name share a counter. */
  name: string
  max: number
  /** A window begins with its first request. */
  windowSeconds: number
  /** A sentence that says what was exceeded. */
  message?: string
}

/** For limits that depend on the input, on a setting or on an account: what the handler enforces. */
export type OwnRateLimit = { own: string }

/** A read that costs more than a page of a feed. */
export type ExpensiveRead = {
  /** Endpoints with the same name share a limit. */
  name: string
  /** How many of these reads a member, or a visitor's address, may make in ten minutes. */
  max: number
  /** Which queries are expensive. All are if it is omitted. */
  when?: (query: never) => boolean
}

type Declaration = {
  /** In Fastify's syntax: `/api/posts/:id`. */
  path: `/api/${string}`
  summary: string
  tag: string
  access: Access
  /** Responds with 403 unless the member signed in within the last 10 minutes. */
  needsRecentSignIn?: boolean
  /** Logs every call as a security event, as those that need a recent sign-in and admins' writes are. */
  isSecurityEvent?: boolean
  /** If set, the handler's `read` uses the connections and the limit for expensive reads. */
  expensive?: ExpensiveRead
  /** The errors that the handler throws besides those that the rest of the declaration implies. */
  errors?: readonly ErrorCode[]
  params?: Shape
  query?: Shape
  body?: Shape
  /** The body is a file's bytes (`application/octet-stream`), at most this many, instead of JSON. */
  maxBytes?: number
  reply: Shape
  /** How many seconds a signed-out visitor's response may be cached; omit it to disable caching. */
  cacheSeconds?: number
  /** The path contains a secret, so no cache may store any response, including errors. */
  isSecret?: boolean
  /** Largest accepted body in bytes. Defaults to the server's limit. */
  bodyLimit?: number
}

type Read = { method: 'GET'; rateLimit?: RateLimit }
type Write = { method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'; rateLimit: RateLimit | OwnRateLimit }

/**
 * One API endpoint, declared once. The route with its permission and limits, the browser's call, the form and
 * the OpenAPI document all read this declaration, so they cannot disagree. Every write declares a rate limit.
 */
export type Endpoint = Declaration & (Read | Write)

type Part<E extends Endpoint, K extends 'params' | 'query' | 'body'> = E[K] extends Shape
  ? z.output<E[K]>
  : undefined

/** The validated input that a handler receives. */
export type EndpointInput<E extends Endpoint> = {
  params: Part<E, 'params'>
  query: Part<E, 'query'>
  body: E['maxBytes'] extends number ? AsyncIterable<Buffer> : Part<E, 'body'>
}

/** Query fields, either as values or already serialized as in the URL. */
type SerializableQuery<Q> = { [K in keyof Q]?: Q[K] | string }

/** An endpoint's method and path: `GET /api/posts/:id`. */
export type Operation<E extends Endpoint> = `${E['method']} ${E['path']}`

/** What a caller passes; parts that the endpoint does not declare are omitted. */
export type CallInput<E extends Endpoint> = (E['params'] extends Shape
  ? { params: z.output<E['params']> }
  : { params?: undefined }) &
  (E['query'] extends Shape ? { query?: SerializableQuery<z.output<E['query']>> } : { query?: undefined }) &
  (E['maxBytes'] extends number
    ? { body: Blob }
    : E['body'] extends Shape
      ? { body: z.input<E['body']> }
      : { body?: undefined })

export type EndpointResponse<E extends Endpoint> = z.output<E['reply']>

/** The compiler rejects properties that do not exist, and a `when` that expects another query. */
type Checked<E extends Endpoint> = Record<Exclude<keyof E, keyof Endpoint>, never> & {
  expensive?: { when?: (query: Part<E, 'query'>) => boolean }
}

/** Declares an endpoint. */
export const endpoint = <const E extends Endpoint>(declaration: E & Checked<E>): E => declaration

/**
 * Builds a URL: `/api/posts/:id` with `{ id: 7 }` and a query becomes `/api/posts/7?limit=10`. Lists are
 * joined with commas (docs/spec/api.md#posts).
 */
export const buildUrl = (
  path: string,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string => {
  const pathname = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    const text = Array.isArray(value) ? value.join(',') : value
    if (text !== undefined && text !== null && text !== '') search.set(name, String(text))
  }
  const queryString = search.toString()
  return queryString ? `${pathname}?${queryString}` : pathname
}
