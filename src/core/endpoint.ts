import type * as z from 'zod/mini'

type Shape = z.core.$ZodType

/**
 * One API endpoint, declared once. The route, the browser's call, the form and the OpenAPI document all read
 * this declaration, so they cannot disagree.
 */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** In Fastify's syntax: `/api/posts/:id`. */
  path: `/api/${string}`
  summary: string
  tag: string
  params?: Shape
  query?: Shape
  body?: Shape
  reply: Shape
  /** How many seconds a signed-out visitor's response may be cached; omit it to disable caching. */
  cacheSeconds?: number
  /** The path contains a secret, so no cache may store any response, including errors. */
  isSecret?: boolean
  /** Largest accepted body in bytes. Defaults to the server's limit. */
  bodyLimit?: number
}

type Part<E extends Endpoint, K extends 'params' | 'query' | 'body'> = E[K] extends Shape
  ? z.output<E[K]>
  : undefined

/** The validated input that a handler receives. */
export type EndpointInput<E extends Endpoint> = {
  params: Part<E, 'params'>
  query: Part<E, 'query'>
  body: Part<E, 'body'>
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
  (E['body'] extends Shape ? { body: z.input<E['body']> } : { body?: undefined })

export type EndpointResponse<E extends Endpoint> = z.output<E['reply']>

/** Declares an endpoint; the compiler rejects properties that do not exist. */
export const endpoint = <const E extends Endpoint>(
  declaration: E & Record<Exclude<keyof E, keyof Endpoint>, never>,
): E => declaration

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
