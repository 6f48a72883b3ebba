import { IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ConnectionError, FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { HttpError } from '#core/http-error.ts'
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
