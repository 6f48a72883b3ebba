import { PassThrough } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { toHttpError } from '#server/http/error-handler.ts'
import type { OptimizeResult } from '../contract.ts'

/** Returns a signal that aborts when the connection closes before the response is complete. */
export const createDisconnectSignal = ({ raw }: FastifyReply): AbortSignal => {
  const disconnected = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) disconnected.abort()
  })
  return disconnected.signal
}

export const acceptsEventStream = ({ headers }: FastifyRequest): boolean =>
  headers.accept?.includes('text/event-stream') ?? false

/**
 * Streams the pieces of the text as events, followed by the result. Errors before the first piece are thrown
 * so that the error handler sends an ordinary error response.
 */
export const streamResult = async (
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  run: (onDelta: (piece: string) => void) => Promise<OptimizeResult>,
): Promise<FastifyReply> => {
  const stream = new PassThrough()
  let hasStarted = false
  const start = () => {
    if (hasStarted) return
    hasStarted = true
    // Makes buffering reverse proxies (nginx) pass each event on immediately.
    reply.header('x-accel-buffering', 'no').type('text/event-stream; charset=utf-8').send(stream)
  }
  const pieces = batch((text) => {
    start()
    stream.write(event('delta', text))
  })
  try {
    const result = await run(pieces.add)
    pieces.flush()
    start()
    stream.end(event('result', result))
  } catch (error) {
    pieces.flush()
    if (!hasStarted) throw error
    const { status, message } = toHttpError(error)
    if (status >= 500 && status !== 503) request.log.error({ err: error }, 'request failed')
    stream.end(event('failure', { status, message }))
  }
  return reply
}

const event = (name: string, data: unknown): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

/** Combines the pieces that arrive in the same turn of the event loop into one event. */
const batch = (send: (text: string) => void) => {
  let pending = ''
  let timer: NodeJS.Immediate | undefined
  const flush = () => {
    clearImmediate(timer)
    timer = undefined
    if (pending) send(pending)
    pending = ''
  }
  const add = (piece: string) => {
    pending += piece
    timer ??= setImmediate(flush)
  }
  return { add, flush }
}
