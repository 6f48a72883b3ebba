import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { buildUrl, type CallInput, type Endpoint, type EndpointResponse } from '#core/endpoint.ts'
import type { ErrorCode } from '#core/error-codes.ts'
import { parseJson } from '#core/parse-json.ts'

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

/**
 * Creates the calls of one MCP request. A call is a request to the API within the process, so access, scopes, limits and
 * validation are those of the API, and every call has its line in the log.
 */
export const createCallApi =
  (app: FastifyInstance, { headers: { host, authorization }, ip }: FastifyRequest): CallApi =>
  async (endpoint, input, { ifMatch, asVisitor = false } = {}) => {
    const { method, path } = endpoint as Endpoint
    const { params, query, body: payload } = input as { params?: object; query?: object; body?: object }
    const response = await app.inject({
      method,
      url: buildUrl(path, params as Record<string, unknown>, query as Record<string, unknown>),
      remoteAddress: ip,
      headers: {
        host,
        ...(authorization && !asVisitor && { authorization }),
        ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      },
      ...(payload && { payload }),
    })
    const body = parseJson(response.body)
    if (response.statusCode !== 200) {
      const { message, code } = body as { message: string; code: ErrorCode }
      throw new ApiError(message, code)
    }
    return { data: body as EndpointResponse<typeof endpoint>, after: readCursor(response.headers.link) }
  }

/** Returns the `after` parameter of the link to the next page. */
const readCursor = (link: unknown): string | null => {
  const [, url] = /^<([^>]+)>; rel="next"$/.exec(String(link ?? '')) ?? []
  return url ? new URL(url, 'http://localhost').searchParams.get('after') : null
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
