import { PassThrough } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OptimizeResult } from '#features/optimizer/contract.ts'
import { asFailure } from '#server/http/answer-errors.ts'

/** Aborted when the connection closes before the answer is sent whole. */
export const leavingOf = ({ raw }: FastifyReply): AbortSignal => {
  const leaving = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) leaving.abort()
  })
  return leaving.signal
}

export const wantsEvents = ({ headers }: FastifyRequest): boolean =>
  headers.accept?.includes('text/event-stream') ?? false

/** Sends pieces as they come, then the result. What fails before the first piece is thrown, and answered as ever. */
export const streamResult = async (
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  run: (onDelta: (piece: string) => void) => Promise<OptimizeResult>,
): Promise<FastifyReply> => {
  const out = new PassThrough()
  let hasBegun = false
  const begin = () => {
    if (hasBegun) return
    hasBegun = true
    // Proxies that buffer would hold back what is to be seen at once.
    reply.header('x-accel-buffering', 'no').type('text/event-stream; charset=utf-8').send(out)
  }
  const pieces = gather((text) => {
    begin()
    out.write(event('delta', text))
  })
  try {
    const result = await run(pieces.add)
    pieces.flush()
    begin()
    out.end(event('result', result))
  } catch (error) {
    pieces.flush()
    if (!hasBegun) throw error
    const { status, message } = asFailure(error)
    if (status >= 500 && status !== 503) request.log.error({ err: error }, 'request failed')
    out.end(event('failure', { status, message }))
  }
  return reply
}

const event = (name: string, data: unknown): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

/** What comes at once is sent at once. */
const gather = (send: (text: string) => void) => {
  let waiting = ''
  let timer: NodeJS.Immediate | undefined
  const flush = () => {
    clearImmediate(timer)
    timer = undefined
    if (waiting) send(waiting)
    waiting = ''
  }
  const add = (piece: string) => {
    waiting += piece
    timer ??= setImmediate(flush)
  }
  return { add, flush }
}
