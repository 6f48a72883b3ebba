import type * as z from 'zod/mini'
import type { ErrorCode } from './error-codes.ts'
import type { TokenScope } from './token-scopes.ts'

type Schema = z.core.$ZodType

/**
 * Who may call an endpoint. From left to right, each level admits fewer people, except that `moderator` and `admin`
 * also admit those who are muted. `moderator` admits admins, moderators and moderators of topics; which topics, the
 * handler checks.
 */
export type Access =
  | 'anyone'
  | 'signed-in'
  | 'also-suspended'
  | 'completed-profile'
  | 'active'
  | 'moderator'
  | 'admin'

/** A limit on the number of calls that a member, or a visitor's IP address, may make to an endpoint. */
export type RateLimit = {
  /** Endpoints with the same name share a counter. */
  name: string
  max: number
  /** The window begins with the first request and lasts this long. */
  windowSeconds: number
  /** The error message for users whose requests exceed the limit. */
  message?: string
}

/**
 * Describes a limit that the handler enforces itself because it depends on the input, a setting or an
 * account.
 */
export type CustomRateLimit = { custom: string }

/** A limit on reads that are more expensive than loading a page of a feed. */
export type ExpensiveReadLimit = {
  /** Endpoints with the same name share a limit. */
  name: string
  /** The number of such reads that a member, or a visitor's IP address, may make in ten minutes. */
  max: number
  /** Returns whether a query is expensive. If omitted, all queries are. */
  when?: (query: never) => boolean
}

export type StreamedType =
  | 'application/json'
  | 'application/yaml'
  | 'application/zip'
  | 'text/csv'
  | 'text/event-stream'
  | 'text/markdown'
  | 'text/plain'

/** The cursor of the next page, by the name of its parameter; null on the last page. */
export type NextPage = { after: string | number } | { before: string | number } | null

type Declaration = {
  /** The path in Fastify's syntax, such as `/api/posts/:id`. */
  path: `/api/${string}`
  summary: string
  tag: string
  access: Access
  /** The scope that a token needs. Null if only a browser with a session may call the endpoint. */
  scope: TokenScope | null
  /** Responds with 403 unless the member signed in within the last 10 minutes. */
  needsRecentSignIn?: boolean
  /** Logs every call as a security event. Calls that need a recent sign-in and admins' writes are always logged. */
  isSecurityEvent?: boolean
  /** If set, the handler's `read` uses the database connections and the limit for expensive reads. */
  expensive?: ExpensiveReadLimit
  /** The errors that the handler may throw, in addition to the errors that the rest of the declaration implies. */
  errors?: readonly ErrorCode[]
  params?: Schema
  query?: Schema
  body?: Schema
  /**
   * The maximum size in bytes of a binary body (`application/octet-stream`). If set, the body is a file instead of
   * JSON.
   */
  maxBytes?: number
  reply: Schema
  /**
   * Returns the query parameters that the next page has instead, or null on the last page. Responses link to it
   * (`Link: rel="next"`, RFC 8288).
   */
  next?: (reply: never, query: never) => NextPage
  /** The media types of a response that is streamed, and not validated against `reply`. */
  streamedTypes?: readonly StreamedType[]
  /** The number of seconds for which a response to a visitor may be cached. If omitted, responses are not cached. */
  cacheSeconds?: number
  /** True if the path contains a secret, so no cache may store any response, including errors. */
  isSecret?: boolean
  /** The maximum body size in bytes. Defaults to the server's limit. */
  bodyLimit?: number
}

type Read = { method: 'GET'; rateLimit?: RateLimit }
type Write = { method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'; rateLimit: RateLimit | CustomRateLimit }

/**
 * An API endpoint, declared once. The route with its permissions and limits, the browser's calls, the forms and the
 * OpenAPI document all use this declaration, so they cannot contradict each other. Every write declares a rate limit.
 */
export type Endpoint = Declaration & (Read | Write)

type Part<E extends Endpoint, K extends 'params' | 'query' | 'body'> = E[K] extends Schema
  ? z.output<E[K]>
  : undefined

/** The validated input that a handler receives. */
export type EndpointInput<E extends Endpoint> = {
  params: Part<E, 'params'>
  query: Part<E, 'query'>
  body: E['maxBytes'] extends number ? AsyncIterable<Buffer> : Part<E, 'body'>
}

/** The method and path of an endpoint, such as `GET /api/posts/:id`. */
export type Operation<E extends Endpoint> = `${E['method']} ${E['path']}`

/** The input that a caller passes. Parts that the endpoint does not declare are omitted. */
export type CallInput<E extends Endpoint> = (E['params'] extends Schema
  ? { params: z.output<E['params']> }
  : { params?: undefined }) &
  (E['query'] extends Schema ? { query?: z.input<E['query']> } : { query?: undefined }) &
  (E['maxBytes'] extends number
    ? { body: Blob }
    : E['body'] extends Schema
      ? { body: z.input<E['body']> }
      : { body?: undefined })

export type EndpointResponse<E extends Endpoint> = z.output<E['reply']>

/** Makes the compiler reject unknown properties, and functions for a different query or reply. */
type Checked<E extends Endpoint> = Record<Exclude<keyof E, keyof Endpoint>, never> & {
  expensive?: { when?: (query: Part<E, 'query'>) => boolean }
  next?: (reply: z.output<E['reply']>, query: Part<E, 'query'>) => NextPage
}

/** Returns the cursor after the last item of a full page, for a list whose cursor is `after`. */
export const nextAfter =
  <T>(encode: (last: T) => string) =>
  (items: readonly T[], { limit }: { limit: number }): NextPage => {
    const last = items.at(-1)
    return last !== undefined && items.length >= limit ? { after: encode(last) } : null
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
