import type { Socket } from 'node:net'
import type { ConnectionError, FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { refusalBody } from './refusal-body.ts'

const answered = new WeakSet<Socket>()

/** As much of it as shows the address. A Buffer at run time, whatever its declared type says; none of what was cut off. */
const firstLine = (packet: unknown): string =>
  packet instanceof Uint8Array ? Buffer.from(packet.subarray(0, 200)).toString('latin1') : ''

/** What cannot be read as a request still gets its right status: in the form that fits the address. */
export const answerClientErrors = {
  /** Before routing: a URL that does not decode, and the like. */
  framework: (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const status = error.statusCode === 414 || error.code === 'FST_ERR_MAX_URL_LENGTH' ? 414 : 400
    const message = status === 414 ? 'The address is too long' : 'Bad request'
    const { type, body } = refusalBody(request.url, { message, issues: undefined })
    reply
      .code(status)
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff')
      .type(type)
      .send(body)
  },

  /** Before there is a request: headers or an address over 16 KB, broken HTTP. */
  socket: (error: ConnectionError, socket: Socket): void => {
    // What still arrives of a request that was answered raises the same error again.
    if (answered.has(socket)) return
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    answered.add(socket)
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
    // Closed at once while the client still sends, its system would throw our answer away.
    setTimeout(() => socket.destroy(), 1_000).unref()
  },
}
