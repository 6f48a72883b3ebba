import type * as z from 'zod/mini'

type Shape = z.core.$ZodType

/**
 * One call of the API, declared once. The route, the browser's call, the form and the OpenAPI
 * document all read this declaration, so they cannot disagree.
 */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Fastify's form: `/api/posts/:id`. */
  path: `/api/${string}`
  summary: string
  tag: string
  params?: Shape
  query?: Shape
  body?: Shape
  reply: Shape
  /** Seconds a signed-out visitor's answer may be kept; absent means never. */
  visitorCache?: number
  /** The path holds a secret: no answer may be stored anywhere, refusals included. */
  isSecret?: boolean
  /** Largest accepted body in bytes; the server's default holds where absent. */
  bodyLimit?: number
}

type Part<E extends Endpoint, K extends 'params' | 'query' | 'body'> = E[K] extends Shape
  ? z.output<E[K]>
  : undefined

/** What a handler receives, after validation. */
export type EndpointInput<E extends Endpoint> = {
  params: Part<E, 'params'>
  query: Part<E, 'query'>
  body: Part<E, 'body'>
}

/** A query's fields as values, or already written as in the URL. */
type Written<Q> = { [K in keyof Q]?: Q[K] | string }

/** What a caller passes: parts that the endpoint does not have are left out. */
export type CallInput<E extends Endpoint> = (E['params'] extends Shape
  ? { params: z.output<E['params']> }
  : { params?: undefined }) &
  (E['query'] extends Shape ? { query?: Written<z.output<E['query']>> } : { query?: undefined }) &
  (E['body'] extends Shape ? { body: z.input<E['body']> } : { body?: undefined })

export type EndpointReply<E extends Endpoint> = z.output<E['reply']>

export const endpoint = <const E extends Endpoint>(declaration: E): E => declaration

/** `/api/posts/:id` with `{ id: 7 }` and a query becomes `/api/posts/7?limit=10`; lists are comma-joined (section 7). */
export const urlOf = (
  { path }: Endpoint,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string => {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    const text = Array.isArray(value) ? value.join(',') : value
    if (text !== undefined && text !== null && text !== '') search.set(name, String(text))
  }
  const tail = search.toString()
  return tail ? `${filled}?${tail}` : filled
}
