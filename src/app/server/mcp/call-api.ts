import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { buildUrl, type CallInput, type Endpoint, type EndpointResponse } from '#core/endpoint.ts'
import type { ErrorCode } from '#core/error-codes.ts'
import { HttpError } from '#core/http-error.ts'
import { parseJson } from '#core/parse-json.ts'
import type { LocalCall, LocalCaller, LocalInput } from '#server/http/local-calls.ts'
import { getTokenViewer } from '#server/session/bearer-tokens.ts'

/** An error response of the API, as a tool or a prompt reports it to the program. */
export class ApiError extends Error {
  readonly code: ErrorCode
  constructor(message: string, code: ErrorCode) {
    super(message)
    this.code = code
  }
}

type Options = { ifMatch?: string | undefined; asVisitor?: boolean }

/** The response, and the cursor of the next page; null on the last page. */
export type ApiAnswer<T> = { data: T; after: string | null }

/** Calls an endpoint as the sender of the MCP request, with the same token and address. Throws an `ApiError`. */
export type CallApi = <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options?: Options,
) => Promise<ApiAnswer<EndpointResponse<E>>>

type Dependencies = {
  app: FastifyInstance
  createLocalCall: (caller: LocalCaller) => LocalCall
  /** Counts a call of the request's token, like a request to the API. */
  countCall: () => Promise<void>
}

/**
 * Creates the calls of one MCP request: reads within the process, as pages do, and writes as requests to the API. Access,
 * scopes, limits and validation are those of the API for both.
 */
export const createCallApi = (dependencies: Dependencies, request: FastifyRequest): CallApi => {
  const { headers, ip } = request
  const read = createRead(dependencies, request)
  return async (endpoint, input, { ifMatch, asVisitor = false } = {}) => {
    const { method, path } = endpoint as Endpoint
    if (method === 'GET') return read(endpoint, input, asVisitor).catch(throwAsApiError)
    const { params, body: payload } = input as { params?: Record<string, unknown>; body?: object }
    const { host, authorization } = headers
    const response = await dependencies.app.inject({
      method,
      url: buildUrl(path, params, {}),
      remoteAddress: ip,
      headers: {
        host,
        ...(authorization !== undefined && { authorization }),
        ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      },
      ...(payload && { payload }),
    })
    if (response.statusCode !== 200) throw toApiError(response.body)
    return { data: parseJson(response.body) as EndpointResponse<typeof endpoint>, after: null }
  }
}

const createRead = (
  { createLocalCall, countCall }: Dependencies,
  { log, ip, tokenOwner }: FastifyRequest,
) => {
  let isFirst = true
  return async <E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    asVisitor: boolean,
  ): Promise<ApiAnswer<EndpointResponse<E>>> => {
    // The message itself has been counted, so it pays for one call.
    if (tokenOwner && !isFirst) await countCall()
    isFirst = false
    const viewer = tokenOwner && !asVisitor ? getTokenViewer(tokenOwner, endpoint) : null
    const caller = { viewer, sessionHash: null, ip, log, knownReplies: null }
    const call = createLocalCall({ request: caller, header: () => undefined })
    const { method, path } = endpoint as Endpoint
    const reply = await call(`${method} ${path}`, input as LocalInput)
    if ('body' in reply) throw toApiError(reply.body)
    const { data, next } = reply
    const after = next && 'after' in next ? String(next.after) : null
    return { data: data as EndpointResponse<E>, after }
  }
}

const throwAsApiError = (error: unknown): never => {
  throw error instanceof HttpError ? new ApiError(error.message, error.code) : error
}

const toApiError = (body: string): ApiError => {
  const { message, code } = JSON.parse(body) as { message: string; code: ErrorCode }
  return new ApiError(message, code)
}

/** Reports an error of the API as invalid parameters, because prompts, resources and skills have no error results. */
export const asProtocolError = async <T>(read: () => Promise<T>): Promise<T> => {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message)
  }
}
