import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { buildUrl, type Endpoint } from '#core/endpoint.ts'
import type { ErrorCode } from '#core/error-codes.ts'
import { HttpError } from '#core/http-error.ts'
import { guards } from '../session/guards.ts'
import { checkReply } from './check-reply.ts'
import { invalidInput, PRIVATE_NO_STORE } from './error-handler.ts'
import { renderError } from './error-response.ts'
import { createReplyCache } from './reply-cache.ts'
import type { Client } from './serve.ts'

type Input = { params: unknown; query: unknown; body: unknown }

/** A GET endpoint as `serve` registers it. `respond` does what follows the validation of the input. */
export type LocalEndpoint = {
  endpoint: Endpoint
  errorCodes: ReadonlySet<ErrorCode>
  respond(input: Input, request: FastifyRequest, reply: FastifyReply): Promise<unknown>
}

/** The reply as the handler has returned it, or the error as HTTP would send it. */
export type LocalReply = { data: unknown } | { status: number; body: string }

export type LocalInput = { params?: object | undefined; query?: object | undefined }

/** Calls a GET endpoint, such as `GET /api/posts/:id`, on behalf of a page's visitor. */
export type LocalCall = (operation: string, input: LocalInput) => Promise<LocalReply>

/**
 * Calls endpoints while a page is being rendered, without HTTP and without JSON: what the declaration requires of
 * a request (access, valid input, recent sign-in, limits, connections) also applies to these calls, and errors
 * have the same status and body. Returns the function for one page, whose request determines the client.
 */
export const createLocalCalls = (
  app: FastifyInstance,
  { checksReplies }: { checksReplies: boolean },
): ((page: FastifyReply) => LocalCall) => {
  const { localEndpoints } = app.endpointServices
  const cache = createReplyCache({ freezes: checksReplies })

  const respond = async (
    local: LocalEndpoint,
    input: LocalInput,
    { viewer, sessionHash, ip }: Client,
    { request: { log } }: FastifyReply,
  ): Promise<LocalReply> => {
    const { endpoint, errorCodes } = local
    try {
      guards[endpoint.access](viewer)
      const params = validate(endpoint.params, toTexts(input.params), 'params')
      const query = validate(endpoint.query, toTexts(input.query), 'querystring')
      const client = { viewer, sessionHash, ip } as FastifyRequest
      const data = await local.respond({ params, query, body: undefined }, client, rejectReply(endpoint))
      if (checksReplies) checkReply(endpoint.reply, data, operationOf(endpoint))
      return { data }
    } catch (error) {
      const failure = app.resolveError(error, { log, endpoint, errorCodes })
      return { status: failure.status, body: renderError(endpoint.path, failure).body }
    }
  }

  return (page) => async (operation, input) => {
    const local = localEndpoints.get(operation)
    if (!local) throw new Error(`No endpoint responds to ${operation} within the process`)
    const { cacheSeconds, isSecret, path } = local.endpoint
    // A page that shows a secret must not be stored either.
    if (isSecret) page.header('cache-control', PRIVATE_NO_STORE)
    const { viewer, ip } = page.request
    if (viewer || !cacheSeconds || isSecret) return respond(local, input, page.request, page)
    // Every visitor receives the same reply, so the handler sees no session, valid or not.
    const anyone = { viewer: null, sessionHash: null, ip }
    return cache.get(buildUrl(path, { ...input.params }, { ...input.query }), cacheSeconds, () =>
      respond(local, input, anyone, page),
    )
  }
}

const operationOf = ({ method, path }: Endpoint): string => `${method} ${path}`

/** The values as they would arrive in a URL, which is what the shapes of parameters parse. */
const toTexts = (values: object = {}): Record<string, string> => {
  const texts: Record<string, string> = {}
  for (const [name, value] of Object.entries(values)) {
    const text = Array.isArray(value) ? value.join(',') : value
    if (text !== undefined && text !== null && text !== '') texts[name] = String(text)
  }
  return texts
}

const validate = (shape: Endpoint['query'], values: object, context: 'params' | 'querystring'): unknown => {
  if (!shape) return values
  const { value, error } = validatorCompiler({ schema: shape, method: 'GET', url: '' })(values)
  if (error) throw invalidInput(context, error)
  return value
}

/** A page has its own response, so a handler that writes headers or sends something itself fails. */
const rejectReply = (endpoint: Endpoint): FastifyReply =>
  new Proxy({} as FastifyReply, {
    get: (_, name) => {
      throw new Error(`${operationOf(endpoint)} uses reply.${String(name)}, which a page does not support`)
    },
  })
