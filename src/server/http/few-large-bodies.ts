import type { FastifyRequest } from 'fastify'
import { unavailable } from '#core/failure.ts'

/** In bytes; what may not be larger need not be counted. */
export const LARGE_BODY = 1024 * 1024
/** A body of 35 MB takes some 90 MB while it is read as JSON. */
const AT_ONCE = 8
const AT_ONCE_EACH = 2

const running = new Map<FastifyRequest, number>()

/** Lets few large bodies in at a time, fewer of one member; asked after the guard and before the body is read. */
export const enterLargeBody = (request: FastifyRequest): void => {
  const length = request.headers['content-length']
  // One that does not say how long it is counts as large.
  if (length !== undefined && Number(length) <= LARGE_BODY) return
  const who = request.viewer?.id ?? 0
  const own = [...running.values()].filter((one) => one === who).length
  if (running.size >= AT_ONCE || own >= AT_ONCE_EACH)
    throw unavailable('Too many uploads at once, please try again', 2)
  running.set(request, who)
}

/** Once answered, whether or not anybody waits for it. */
export const leaveLargeBody = (request: FastifyRequest): void => {
  running.delete(request)
}
