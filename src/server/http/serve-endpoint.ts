import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { pickQueryParameters } from '#core/canonical-url.ts'
import type { Endpoint, EndpointInput, RateLimit } from '#core/endpoint.ts'
import type { ErrorCode } from '#core/error-codes.ts'
import type { Member, Viewer } from '#core/viewer.ts'
import { type Database, getReadSql, type Sql } from '../database/connect.ts'
import type { ExpensiveReadRunner } from '../limits/expensive-reads.ts'
import { consumeAddressRateLimit, consumeRateLimit } from '../limits/rate-limit.ts'
import { guards } from '../session/guards.ts'
import { releaseDecodedUploads } from './decoded-uploads.ts'
import { getPossibleErrors } from './endpoint-errors.ts'
import { PRIVATE_NO_STORE } from './error-handler.ts'
import { requireOctetStream } from './raw-bytes.ts'
import { acceptsIdempotencyKey, readIdempotencyKey, respondOnce } from './respond-once.ts'
import { LARGE_BODY_BYTES, releaseUploadSlots } from './upload-limit.ts'

type Input = { params: unknown; query: unknown; body: unknown }

/** A GET endpoint as registered by `serveEndpoint`. `respond` runs after the input has been validated. */
export type LocalEndpoint = {
  endpoint: Endpoint
  errorCodes: ReadonlySet<ErrorCode>
  respond(input: Input, request: FastifyRequest, reply: FastifyReply): Promise<unknown>
}

/**
 * The services that `serve` needs to enforce declarations. They are set once per app, before the routes are
 * added.
 */
export type EndpointServices = {
  database: Database
  rateLimitScale: number
  readExpensive: ExpensiveReadRunner
  /** Throws a 403 unless the session began with a sign-in within the last 10 minutes. */
  requireRecentSignIn: (sessionHash: Buffer | null) => Promise<void>
  /** The GET endpoints by operation, for calls within the process. */
  localEndpoints: Map<string, LocalEndpoint>
}

declare module 'fastify' {
  interface FastifyInstance {
    endpointServices: EndpointServices
  }
  interface FastifyContextConfig {
    /** How many seconds a response to a visitor may be cached. */
    cacheSeconds?: number
    /** Maps equivalent URLs to one cache key. If it is not set, the query string is ignored. */
    cacheUrl?: (url: string) => string
    /** Logs every request as a security event; for routes without a declaration. */
    isSecurityEvent?: boolean
    /** The declaration, for routes that `serveEndpoint` added. */
    endpoint?: Endpoint
    /** Every error code that the declaration implies or lists. */
    errorCodes?: ReadonlySet<ErrorCode>
  }
}

/**
 * Runs a read on the connection pool that the endpoint's declaration calls for, and passes it the remaining time in
 * milliseconds. An expensive read counts against its rate limit and may wait for a slot; for an ordinary read, the time
 * is unlimited (`Infinity`).
 */
export type ReadRunner = <T>(read: (sql: Sql, timeoutMs: number) => Promise<T>) => Promise<T>

type Caller<E extends Endpoint> = E['access'] extends 'anyone' ? { viewer: Viewer } : { member: Member }

/** The parts of a request that access rules and rate limits need: the viewer, the session and the IP address. */
export type Requester = Pick<FastifyRequest, 'viewer' | 'sessionHash' | 'ip'>

/**
 * The handler's arguments. A page calls GET endpoints within its own request (`local-calls.ts`), which has
 * the page's URL and headers, so handlers have access only to the client.
 */
type HandlerContext<E extends Endpoint> = EndpointInput<E> &
  Caller<E> & {
    read: ReadRunner
    request: E['method'] extends 'GET' ? Requester : FastifyRequest
    reply: FastifyReply
  }

/**
 * Adds a route for an endpoint. The declaration determines everything except the handler: who may call it, how often,
 * which input it reads, and how its response is cached.
 */
export const serveEndpoint = <const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  /** Returns the response body, or Fastify's reply if the handler has sent something other than JSON. */
  handle: (context: HandlerContext<E>) => Promise<z.input<E['reply']> | FastifyReply>,
): void => {
  const { method, path, params, query, body, reply, summary, tag, maxBytes, access, scope, isSecret } =
    endpoint
  const bodyLimit = maxBytes ?? endpoint.bodyLimit
  const { cacheSeconds: visitorCache, needsRecentSignIn } = endpoint
  const { endpointServices: services } = app
  const guard = guards[access]
  const limit = endpoint.rateLimit && 'name' in endpoint.rateLimit ? endpoint.rateLimit : null
  // A visitor's request is counted before its body is read, so that rejected ones cost least.
  const isCountedFirst = access === 'anyone' && method !== 'GET'
  const readerFor = createReader(services, endpoint)
  const acceptsLargeBody = (bodyLimit ?? 0) > LARGE_BODY_BYTES
  const errorCodes = getPossibleErrors(endpoint)
  const respond: LocalEndpoint['respond'] = async (input, request, fastifyReply) => {
    const viewer = access === 'anyone' && request.viewer?.isWaiting ? null : request.viewer
    if (needsRecentSignIn) await services.requireRecentSignIn(request.sessionHash)
    if (limit && !isCountedFirst) await enforceRateLimit(services, limit, request)
    const read = readerFor(request, input.query)
    const context = { ...input, viewer, member: viewer, read, request, reply: fastifyReply }
    // The guard has ensured that there is a member if the declaration requires one.
    return handle(context as unknown as HandlerContext<E>)
  }
  if (method === 'GET') services.localEndpoints.set(`${method} ${path}`, { endpoint, errorCodes, respond })
  app.route({
    method,
    url: path,
    ...(bodyLimit ? { bodyLimit } : {}),
    config: {
      endpoint,
      errorCodes,
      ...(visitorCache ? { cacheSeconds: visitorCache, cacheUrl: cacheUrlOf(endpoint) } : {}),
    },
    schema: {
      summary,
      tags: [tag],
      // Where anyone may call, members can see more with their session or token. In OpenAPI 3.1, a bearer token's list
      // names what it needs.
      security: [
        ...(access === 'anyone' ? [{}] : []),
        { session: [] },
        ...(scope ? [{ token: [scope] }] : []),
      ],
      ...(params ? { params } : {}),
      ...(query ? { querystring: query } : {}),
      ...(body ? { body } : {}),
      response: { 200: reply },
    },
    onRequest: async (request, fastifyReply) => {
      if (isSecret) fastifyReply.header('cache-control', PRIVATE_NO_STORE)
      guard(request.viewer)
      if (limit && isCountedFirst) await enforceRateLimit(services, limit, request)
    },
    ...(maxBytes ? { preValidation: requireOctetStream } : {}),
    ...(acceptsLargeBody ? { onSend: releaseUpload } : {}),
    handler: async (request, fastifyReply) => {
      const { params, query, body, viewer } = request
      const input = { params, query, body }
      const key = acceptsIdempotencyKey(endpoint) && viewer ? readIdempotencyKey(request) : null
      if (key === null || !viewer) {
        const body = await respond(input, request, fastifyReply)
        linkToNextPage(endpoint, request, fastifyReply, body)
        return body
      }
      const identity = { userId: viewer.id, operation: `${method} ${path}`, key, input }
      const text = await respondOnce(services.database.sql, identity, async () =>
        String(fastifyReply.code(200).serialize(await respond(input, request, fastifyReply))),
      )
      return fastifyReply.type('application/json; charset=utf-8').send(text)
    },
  })
}

/** Counts the request for the member, or for a visitor's IP address. Throws a 429 if the limit is exceeded. */
const enforceRateLimit = (
  { database: { sql }, rateLimitScale: scale }: EndpointServices,
  { name, ...limit }: RateLimit,
  { viewer, ip }: Requester,
): Promise<void> =>
  viewer
    ? consumeRateLimit(sql, { key: `${name}:${viewer.id}`, scale, ...limit })
    : consumeAddressRateLimit(sql, { key: name, ip, scale, ...limit })

/** Links to the next page, with the parameters that the endpoint declares, so that the response can be cached. */
const linkToNextPage = (
  { next, query }: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  body: unknown,
): void => {
  const parameters = next?.(body as never, request.query as never)
  if (!parameters) return
  const names = query instanceof z.ZodMiniObject ? Object.keys(query.shape) : []
  const url = new URL(pickQueryParameters(request.url, names), 'http://localhost')
  url.searchParams.delete('offset')
  for (const [name, cursor] of Object.entries(parameters)) url.searchParams.set(name, String(cursor))
  reply.header('link', `<${url.pathname}${url.search}>; rel="next"`)
}

const createReader = ({ database, readExpensive }: EndpointServices, { expensive }: Endpoint) => {
  const ordinary =
    ({ viewer }: Requester): ReadRunner =>
    (read) =>
      read(getReadSql(database, viewer), Infinity)
  if (!expensive) return ordinary
  const { name, max, when } = expensive
  return (request: Requester, query: unknown): ReadRunner =>
    when && !when(query as never) ? ordinary(request) : (read) => readExpensive({ name, max, request, read })
}

/** Returns a function that removes query parameters that the endpoint does not declare from the cache key. */
const cacheUrlOf = ({ query }: Endpoint) => {
  if (query && !(query instanceof z.ZodMiniObject))
    throw new Error('A cached endpoint needs an object as its query')
  const names = Object.keys(query?.shape ?? {})
  return (url: string) => pickQueryParameters(url, names)
}

/**
 * Releases the request's upload. Runs in `onSend`, which also covers rejected bodies and, unlike `onResponse`,
 * disconnected clients.
 */
const releaseUpload = async (request: FastifyRequest) => {
  releaseUploadSlots(request)
  releaseDecodedUploads(request)
}
