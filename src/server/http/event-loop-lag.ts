import type { FastifyInstance } from 'fastify'

const INTERVAL_MS = 20
/**
 * The weight of the latest measurement in the average: a single pause of 500 ms raises the average by 100 ms,
 * while the average converges to a lasting delay.
 */
const WEIGHT = 0.2

/**
 * Returns a function that returns the recent event loop lag: how many milliseconds late a timer fires. The
 * lag is an average because a single pause, such as the first rendering of a page, does not mean that the
 * process is overloaded.
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
