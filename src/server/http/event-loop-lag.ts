import type { FastifyInstance } from 'fastify'

const INTERVAL_MS = 20
/** The weight of the last measurement. A single pause of half a second counts as 100 ms, a lasting one as itself. */
const WEIGHT = 0.2

/**
 * Returns a function that tells by how many milliseconds the process has lately been late with what arrives: as late
 * as a timer. An average, because a single pause, such as the first rendering of a page, is no pressure.
 */
export const measureEventLoopLag = (app: FastifyInstance): (() => number) => {
  let expectedAt = performance.now() + INTERVAL_MS
  let lag = 0
  const timer = setInterval(() => {
    const now = performance.now()
    lag += WEIGHT * (Math.max(0, now - expectedAt) - lag)
    expectedAt = now + INTERVAL_MS
  }, INTERVAL_MS)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
  return () => lag
}
