import type { FastifyInstance } from 'fastify'

const INTERVAL_MS = 20

/**
 * Returns a function that tells by how many milliseconds the process is late with what arrives now: as late as a timer
 * that has just run.
 */
export const measureEventLoopLag = (app: FastifyInstance): (() => number) => {
  let expectedAt = performance.now() + INTERVAL_MS
  let lag = 0
  const timer = setInterval(() => {
    const now = performance.now()
    lag = Math.max(0, now - expectedAt)
    expectedAt = now + INTERVAL_MS
  }, INTERVAL_MS)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
  return () => lag
}
