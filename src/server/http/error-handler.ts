import type { Socket } from 'node:net'
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { type FieldError, HttpError, notFound } from '#core/http-error.ts'
import { classifyDatabaseError } from '../database/errors.ts'
import { renderError } from './error-response.ts'

const respondedSockets = new WeakSet<Socket>()

/**
 * The beginning of the raw packet, enough to contain the request line. Despite its declared type, `rawPacket`
 * is a Buffer at run time; it is absent for some errors.
 */
const firstLine = (packet: unknown): string =>
  packet instanceof Uint8Array ? Buffer.from(packet.subarray(0, 200)).toString('latin1') : ''

/**
 * When input cannot be parsed as a request, these respond with the right status, in the format that suits the
 * URL.
 */
export const clientErrorHandlers = {
  /** Handles errors that occur before routing, such as a URL with invalid percent-encoding. */
  framework: (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const status = error.statusCode === 414 || error.code === 'FST_ERR_MAX_URL_LENGTH' ? 414 : 400
    const message = status === 414 ? 'The URL is too long' : 'Bad request'
    const { type, body } = renderError(request.url, { message, issues: undefined })
    reply
      .code(status)
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff')
      .type(type)
      .send(body)
  },

  /** Handles errors that occur before there is a request: headers or a URL over 16 KB, or malformed HTTP. */
  socket: (error: ConnectionError, socket: Socket): void => {
    // The rest of a rejected request may still arrive and raise the same error again.
    if (respondedSockets.has(socket)) return
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    respondedSockets.add(socket)
    const line = firstLine(error.rawPacket)
    const url = /^[A-Z]+ (\S*)/.exec(line)?.[1] ?? ''
    const isTooLong = error.code === 'HPE_HEADER_OVERFLOW'
    const status = isTooLong
      ? url.length > 150
        ? '414 URI Too Long'
        : '431 Request Header Fields Too Large'
      : '400 Bad Request'
    const message = isTooLong ? 'The request is too long' : 'Bad request'
    const { type, body } = renderError(url, { message, issues: undefined })
    socket.end(
      `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n${body}`,
    )
    // If the socket closed immediately while the client is still sending, a TCP reset would discard the
    // response.
    setTimeout(() => socket.destroy(), 1_000).unref()
  },
}

/**
 * The body of every API error (docs/spec/errors.md#error-responses). Only a 400 has `issues`; the other
 * members are present when they apply.
 */
export const errorResponseShape = z.object({
  message: z.string(),
  issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  field: z.optional(z.string()),
  conflictUrl: z.optional(z.string()),
  retryAfterSeconds: z.optional(z.int()),
  signInAgain: z.optional(z.literal(true)),
})

/**
 * Converts anything thrown into an `HttpError` that is safe to show. The page routes render it as an error
 * page.
 */
export const toHttpError = (error: unknown): HttpError => {
  if (error instanceof HttpError) return error
  if (hasZodFastifySchemaValidationErrors(error)) return fromValidation(error)
  const meaning = classifyDatabaseError(error)
  if (meaning === 'unavailable')
    return new HttpError(503, 'The database is temporarily unavailable', { retryAfter: 5 })
  if (meaning === 'busy')
    return new HttpError(503, 'The site is busy right now. Try again in a few seconds.', { retryAfter: 1 })
  if (meaning === 'duplicate') return new HttpError(409, 'That name is already taken')
  if (meaning === 'out_of_range' || meaning === 'foreign_key') return notFound()
  if (meaning !== null) return new HttpError(400, 'The text contains characters that cannot be stored')
  const status = (error as FastifyError)?.statusCode
  if (status && status >= 400 && status < 500) return new HttpError(status, (error as Error).message)
  return new HttpError(500, 'Something went wrong on our end. Try again later.')
}

/** Installs a single error handler for all routes (docs/spec/errors.md#error-responses). */
export const registerErrorHandler = (app: FastifyInstance): void => {
  app.setErrorHandler((error, request, reply) => {
    const failure = toHttpError(error)
    if (failure.status >= 500) request.log.error({ err: error }, 'request failed')
    return sendError(reply, failure)
  })
}

/** The `Cache-Control` value that prevents both shared and browser caches from storing a response. */
export const PRIVATE_NO_STORE = 'private, no-store'

/** Sends the error in the format that suits the URL: JSON, text or HTML. */
export const sendError = (reply: FastifyReply, failure: HttpError): FastifyReply => {
  if (failure.retryAfter) reply.header('retry-after', failure.retryAfter)
  const { type, body } = renderError(reply.request.url, failure)
  // An error may occur before the session is read, so the Cookie header decides whether the response is
  // personal.
  const isPersonal = reply.request.headers.cookie?.includes('session') === true
  const isPrivate = isPersonal || reply.getHeader('cache-control') === PRIVATE_NO_STORE
  const cacheControl = isPrivate ? PRIVATE_NO_STORE : 'no-store'
  return reply.code(failure.status).header('cache-control', cacheControl).type(type).send(body)
}

type ValidationError = Extract<
  Parameters<typeof hasZodFastifySchemaValidationErrors>[0],
  { validation: unknown }
>

/** An invalid path parameter identifies no resource, hence 404; any other invalid input is a 400. */
const fromValidation = (error: ValidationError | FastifyError): HttpError => {
  if (error.validationContext === 'params') return notFound()
  const issues: FieldError[] = (error.validation ?? []).map(({ instancePath, message }) => ({
    path: instancePath.replace(/^\//, '').replaceAll('/', '.'),
    message: message ?? 'Invalid value',
  }))
  return new HttpError(400, issues[0]?.message ?? 'Invalid value', { issues })
}
