import type { FastifyInstance } from 'fastify'

const RECENT_MS = 10_000

/**
 * Returns a function that returns whether this process has served a member within the last ten seconds. Register this after
 * the session and the token have been read.
 */
export const trackMembers = (app: FastifyInstance): (() => boolean) => {
  let seenAt = Number.NEGATIVE_INFINITY
  app.addHook('onRequest', ({ viewer }, _reply, done) => {
    if (viewer) seenAt = performance.now()
    done()
  })
  return () => performance.now() - seenAt < RECENT_MS
}
