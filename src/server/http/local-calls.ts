import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Endpoint } from '#core/endpoint.ts'
import { guards } from '../session/guards.ts'
import { createInvalidInputError, PRIVATE_NO_STORE } from './error-handler.ts'
import { renderError } from './error-response.ts'
import { createReplyCache, type LocalReply } from './reply-cache.ts'
import type { LocalEndpoint, Requester } from './serve-endpoint.ts'
import { assertReplyMatchesSchema } from './validate-reply.ts'

export type LocalInput = { params?: object | undefined; query?: object | undefined }

/** The request on whose behalf endpoints are called, and its response. Fastify's reply is one. */
export type LocalCaller = {
  request: Requester & Pick<FastifyRequest, 'log' | 'knownReplies'>
  header(name: string, value: string): unknown
}

/** Calls a GET endpoint, such as `GET /api/posts/:id`, on behalf of the visitor who requested the page. */
export type LocalCall = (operation: string, input: LocalInput) => Promise<LocalReply>

/**
 * Lets a page, or another request, call endpoints while it is answered, without HTTP or JSON. Everything that a declaration requires
 * of a request (access, valid input, recent sign-in, limits, connections) also applies to these calls, and errors have
 * the same status and body. Returns a function that creates the `LocalCall` of one page, whose request determines the
 * client.
 */
export const createLocalCalls = (
  app: FastifyInstance,
  { checksReplies }: { checksReplies: boolean },
): ((page: LocalCaller) => LocalCall) => {
  const { localEndpoints } = app.endpointServices
  const cache = createReplyCache({ freezes: checksReplies })

  const respond = async (
    local: LocalEndpoint,
    input: LocalInput,
    { viewer, sessionHash, ip }: Requester,
    { request: { log } }: LocalCaller,
  ): Promise<LocalReply> => {
    const { endpoint, errorCodes } = local
    try {
      guards[endpoint.access](viewer)
      const params = validate(endpoint.params, input.params, 'params')
      const query = validate(endpoint.query, input.query, 'querystring')
      const client = { viewer, sessionHash, ip } as FastifyRequest
      const data = await local.respond({ params, query, body: undefined }, client, rejectReply(endpoint))
      if (checksReplies) assertReplyMatchesSchema(endpoint.reply, data, operationOf(endpoint))
      return { data, next: endpoint.next?.(data as never, query as never) ?? null }
    } catch (error) {
      const failure = app.resolveError(error, { log, endpoint, errorCodes })
      return { status: failure.status, body: renderError(endpoint.path, failure).body }
    }
  }

  return (page) => async (operation, input) => {
    const local = localEndpoints.get(operation)
    if (!local) throw new Error(`No endpoint responds to ${operation} within the process`)
    const { cacheSeconds, isSecret } = local.endpoint
    // If an endpoint returns a secret, no cache may store the page that shows it.
    if (isSecret) page.header('cache-control', PRIVATE_NO_STORE)
    const { viewer, ip, knownReplies } = page.request
    if (knownReplies && operation in knownReplies) return { data: knownReplies[operation] }
    if (viewer || !cacheSeconds || isSecret) return respond(local, input, page.request, page)
    // All visitors receive the same reply, so the handler must not see any session, whether valid or not.
    const anyone = { viewer: null, sessionHash: null, ip }
    return cache.get(JSON.stringify([operation, input]), cacheSeconds, () =>
      respond(local, input, anyone, page),
    )
  }
}

const operationOf = ({ method, path }: Endpoint): string => `${method} ${path}`

const validate = (
  schema: Endpoint['query'],
  values: object = {},
  part: 'params' | 'querystring',
): unknown => {
  if (!schema) return values
  const { data, error } = z.safeParse(schema, values)
  if (error)
    throw createInvalidInputError(
      part,
      error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
    )
  return data
}

/**
 * Returns a stand-in for Fastify's reply that throws on any access: the page has its own response, so a handler must
 * not write headers or send a response itself.
 */
const rejectReply = (endpoint: Endpoint): FastifyReply =>
  new Proxy({} as FastifyReply, {
    get: (_, name) => {
      throw new Error(`${operationOf(endpoint)} uses reply.${String(name)}, which a page does not support`)
    },
  })
