import type { Socket } from 'node:net'
import type { ConnectionError, FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { refusalBody } from './refusal-body.ts'

const respondedSockets = new WeakSet<Socket>()

/**
 * The beginning of the raw packet, enough to contain the request line. Despite its declared type, `rawPacket`
 * is a Buffer at run time; it is absent for some errors.
 */
const firstLine = (packet: unknown): string =>
  packet instanceof Uint8Array ? Buffer.from(packet.subarray(0, 200)).toString('latin1') : ''

/**
 * Respond to input that cannot be parsed as a request with the right status, in the format that suits the
 * URL.
 */
export const answerClientErrors = {
  /** Handles errors before routing, such as a URL with invalid percent-encoding. */
  framework: (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const status = error.statusCode === 414 || error.code === 'FST_ERR_MAX_URL_LENGTH' ? 414 : 400
    const message = status === 414 ? 'The URL is too long' : 'Bad request'
    const { type, body } = refusalBody(request.url, { message, issues: undefined })
    reply
      .code(status)
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff')
      .type(type)
      .send(body)
  },

  /** Handles errors before there is a request: headers or a URL over 16 KB, malformed HTTP. */
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
    const { type, body } = refusalBody(url, { message, issues: undefined })
    socket.end(
      `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n${body}`,
    )
    // If the socket closed immediately while the client is still sending, a TCP reset would discard the
    // response.
    setTimeout(() => socket.destroy(), 1_000).unref()
  },
}
