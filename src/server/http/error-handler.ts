import { IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type {
  ConnectionError,
  FastifyBaseLogger,
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
} from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { Endpoint } from '#core/endpoint.ts'
import type { ErrorCode } from '#core/error-codes.ts'
import { type FieldError, HttpError } from '#core/http-error.ts'
import { classifyDatabaseError } from '../database/errors.ts'
import { renderError } from './error-response.ts'
import type { SetSecurityHeaders } from './security-headers.ts'

const respondedSockets = new WeakSet<Socket>()

/**
 * Returns the first line of a raw packet, which contains the request line. Despite its declared type, `rawPacket` is a
 * Buffer at run time; it is absent for some errors.
 */
const firstLine = (packet: unknown): string =>
  packet instanceof Uint8Array ? Buffer.from(packet.subarray(0, 200)).toString('latin1') : ''

/**
 * Handlers for input that cannot be parsed as a request. They send the correct status in the format that
 * suits the URL.
 */
export const createClientErrorHandlers = (setSecurityHeaders: SetSecurityHeaders) => ({
  /** Handles errors that occur before routing, such as a URL with invalid percent-encoding. */
  framework: (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const isTooLong = error.statusCode === 414 || error.code === 'FST_ERR_MAX_URL_LENGTH'
    const failure = new HttpError(isTooLong ? 'url-too-long' : 'malformed-request')
    const { type, body } = renderError(request.url, failure)
    setSecurityHeaders(request.raw, reply.raw)
    reply
      .code(failure.status)
      .header('cache-control', 'no-store')
      .header('x-request-id', request.id)
      .type(type)
      .send(body)
  },

  /** Handles errors that occur before a request exists: headers or a URL over 16 KB, or malformed HTTP. */
  socket: (error: ConnectionError, socket: Socket): void => {
    // More data of a rejected request may still arrive and raise the same error again.
    if (respondedSockets.has(socket)) return
    // Whatever follows the last request of a connection is ignored (RFC 9112, section 9.6). An error response would be read as
    // part of the response to that request.
    if (error.code === 'HPE_CLOSED_CONNECTION') return
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    respondedSockets.add(socket)
    const line = firstLine(error.rawPacket)
    const url = /^[A-Z]+ (\S*)/.exec(line)?.[1] ?? ''
    const isTooLong = error.code === 'HPE_HEADER_OVERFLOW'
    const failure = !isTooLong
      ? new HttpError('malformed-request')
      : url.length > 150
        ? new HttpError('url-too-long', { message: 'The request is too long' })
        : new HttpError('headers-too-large')
    endWithError(socket, url, failure, setSecurityHeaders)
  },

  /** Rejects CONNECT, which asks for a tunnel. Node would close the connection, which proxies report as 502. */
  connect: ({ url = '' }: IncomingMessage, socket: Duplex): void => {
    // Node has removed its own listeners from the socket.
    socket.on('error', () => socket.destroy()).resume()
    endWithError(socket, url, new HttpError('malformed-request'), setSecurityHeaders)
  },
})

/** Sends an error on a connection whose request has no `ServerResponse`, and closes it. */
const endWithError = (
  socket: Duplex,
  url: string,
  failure: HttpError,
  setSecurityHeaders: SetSecurityHeaders,
): void => {
  const { type, body } = renderError(url, failure)
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  setSecurityHeaders(request, response)
  const headers = {
    ...response.getHeaders(),
    'cache-control': 'no-store',
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}\r\n${lines.join('')}\r\n${body}`)
  // Closing the socket while the client is still sending would cause a TCP reset, and the client would lose the response.
  setTimeout(() => socket.destroy(), 1_000).unref()
}

/** Converts any thrown value into an `HttpError` that is safe to show. The page routes render it as an error page. */
export const toHttpError = (error: unknown): HttpError => {
  if (error instanceof HttpError) return error
  if (hasZodFastifySchemaValidationErrors(error))
    return createInvalidInputError(
      error.validationContext,
      error.validation.map(({ instancePath, message }) => ({
        path: instancePath.replace(/^\//, '').replaceAll('/', '.'),
        message: message ?? 'Invalid value',
      })),
    )
  const meaning = classifyDatabaseError(error)
  if (meaning === 'unavailable') return new HttpError('database-unavailable', { retryAfter: 5 })
  if (meaning === 'busy') return new HttpError('site-busy', { retryAfter: 1 })
  if (meaning === 'duplicate') return new HttpError('concurrent-change')
  if (meaning === 'out_of_range' || meaning === 'foreign_key') return new HttpError('not-found')
  if (meaning !== null) return new HttpError('unstorable-text')
  const status = (error as FastifyError)?.statusCode
  if (!status || status < 400 || status >= 500) return new HttpError('internal-error')
  const message = bodyErrorMessages.get((error as FastifyError).code)
  const code = codesByStatus.get(status)
  return code
    ? new HttpError(code, message === undefined ? {} : { message })
    : new HttpError('request-rejected', { status })
}

/** What is wrong with a body that Fastify rejects. No message of Fastify or its plugins reaches a client. */
const bodyErrorMessages = new Map([
  ['FST_ERR_CTP_EMPTY_JSON_BODY', 'The request body is empty'],
  ['FST_ERR_CTP_INVALID_JSON_BODY', 'The request body is not valid JSON'],
  ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', 'The request body does not have the length that it declares'],
])

/** Maps the status codes of errors from Fastify and its plugins to the site's error codes. */
const codesByStatus = new Map([
  [400, 'malformed-request'],
  [404, 'not-found'],
  [413, 'body-too-large'],
  [415, 'unsupported-media-type'],
] as const) as ReadonlyMap<
  number,
  'malformed-request' | 'not-found' | 'body-too-large' | 'unsupported-media-type'
>

/** The parts of the failed request that `resolveError` needs. */
type FailedRequest = {
  log: FastifyBaseLogger
  endpoint?: Endpoint | undefined
  errorCodes?: ReadonlySet<ErrorCode> | undefined
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Converts an error thrown by a handler into the `HttpError` to send, and logs unexpected errors. */
    resolveError: (error: unknown, request: FailedRequest) => HttpError
  }
}

/**
 * Installs a single error handler for all routes (docs/spec/errors.md#error-responses). Logs an error that the endpoint
 * does not declare; tests set `rejectsUndeclared`, which turns it into a 500.
 */
export const registerErrorHandler = (
  app: FastifyInstance,
  { rejectsUndeclared }: { rejectsUndeclared: boolean },
): void => {
  app.decorate('resolveError', (error, { log, endpoint, errorCodes }) => {
    const failure = toHttpError(error)
    if (failure.status >= 500) log.error({ err: error }, 'request failed')
    if (!endpoint || !errorCodes || errorCodes.has(failure.code)) return failure
    const message = `${endpoint.method} ${endpoint.path} does not declare the error ${failure.code}`
    log.error({ err: error }, message)
    return rejectsUndeclared ? new HttpError('internal-error', { message }) : failure
  })
  app.setErrorHandler((error, request, reply) => {
    const { log, routeOptions } = request
    return sendError(reply, app.resolveError(error, { log, ...routeOptions.config }))
  })
}

/** The `Cache-Control` value that prevents both shared and browser caches from storing a response. */
export const PRIVATE_NO_STORE = 'private, no-store'

/** Sends the error in the format that suits the URL: JSON, text or HTML. */
export const sendError = (reply: FastifyReply, failure: HttpError): FastifyReply => {
  if (failure.retryAfter) reply.header('retry-after', failure.retryAfter)
  const { type, body } = renderError(reply.request.url, failure, reply.request.id)
  // An error may occur before the session is read, so the Cookie header determines whether the response is personal.
  const isPersonal = reply.request.headers.cookie?.includes('session') === true
  const isPrivate = isPersonal || reply.getHeader('cache-control') === PRIVATE_NO_STORE
  const cacheControl = isPrivate ? PRIVATE_NO_STORE : 'no-store'
  return reply.code(failure.status).header('cache-control', cacheControl).type(type).send(body)
}

/**
 * Returns a 404 for an invalid path parameter, which identifies no resource, and a 400 for any other invalid input.
 * `part` is Fastify's name for the part of the request.
 */
export const createInvalidInputError = (part: string | undefined, issues: FieldError[]): HttpError =>
  part === 'params'
    ? new HttpError('not-found')
    : new HttpError('validation-failed', { message: issues[0]?.message ?? 'Invalid value', issues })
