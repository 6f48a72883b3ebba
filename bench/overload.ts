import { setTimeout as delay } from 'node:timers/promises'
import autocannon from 'autocannon'
import { type LoadTarget, measureLoad } from './measure.ts'
import { uncachedHeaders } from './scenarios.ts'
import type { BenchServer } from './servers.ts'

const PAGE: LoadTarget = { name: 'home page, uncached', path: () => '/', headers: uncachedHeaders }
const PEAK_CONNECTIONS = 16
/** Enough connections for half a second of requests at 500 requests per second. */
const CONNECTIONS = 256
const SECONDS = 6
/**
 * How long to wait before counting responses. Connections are still being opened during this time: Node
 * accepts one in each turn of its event loop.
 */
const OPENING_MS = 4_000

type Overload = { accepted: number[]; rejected: number[]; failed: number }

/**
 * Requests uncached pages at twice the rate at which the site can render them. Reports how many it still serves, and
 * how long accepted requests, rejected requests and the health check take.
 */
export const measureOverload = async ({ origin }: BenchServer): Promise<string> => {
  await measureLoad(origin, PAGE, PEAK_CONNECTIONS, 2)
  const { perSecond: peak } = await measureLoad(origin, PAGE, PEAK_CONNECTIONS, SECONDS)
  const stopped = new AbortController()
  const watching = watchHealth(origin, stopped.signal)
  const { accepted, rejected, failed } = await load(origin, 2 * peak)
  stopped.abort()
  const health = await watching
  const goodput = accepted.length / SECONDS
  return [
    '## Twice the capacity',
    `Pages that are rendered anew, requested at ${Math.round(2 * peak)}/s, twice the rate of ${PEAK_CONNECTIONS} connections, for ${SECONDS} s over ${CONNECTIONS} open connections: ${Math.round(goodput)} pages/s, ${(goodput / peak).toFixed(2)} of the peak (target ≥ 0.8).`,
    `Accepted requests: p50 ${at(accepted, 0.5)} ms, p99 ${at(accepted, 0.99)} ms (target ≤ 1,000). Rejected with 503: ${rejected.length}, p50 ${at(rejected, 0.5)} ms, p99 ${at(rejected, 0.99)} ms (target ≤ 50). Health check: p99 ${at(health, 0.99)} ms. Other errors: ${failed}.`,
  ].join('\n\n')
}

/** Requests the health check over one connection, ten times a second; returns how long each response took. */
const watchHealth = async (origin: string, stopped: AbortSignal): Promise<number[]> => {
  const times: number[] = []
  while (!stopped.aborted) {
    const startedAt = performance.now()
    const isOk = await fetch(`${origin}/healthz`).then(
      (response) => response.text().then(() => response.ok),
      () => false,
    )
    times.push(isOk ? performance.now() - startedAt : Infinity)
    await delay(100)
  }
  return times
}

/**
 * Sends requests at a steady rate, no matter how long the responses take. There are always idle connections
 * because more are open than there are requests in flight.
 */
const load = async (origin: string, rate: number): Promise<Overload> => {
  const result: Overload = { accepted: [], rejected: [], failed: 0 }
  const { path, headers } = PAGE
  const options = {
    url: origin + path(),
    headers: headers ?? {},
    connections: CONNECTIONS,
    duration: OPENING_MS / 1_000 + SECONDS,
  }
  const { errors } = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon({ ...options, overallRate: Math.round(rate) }, (error, done) =>
      error ? reject(error) : resolve(done),
    )
    const countsFrom = performance.now() + OPENING_MS
    run.on('response', (_client, status, _bytes, ms) => {
      if (performance.now() < countsFrom) return
      if (status === 200) result.accepted.push(ms)
      else if (status === 503) result.rejected.push(ms)
      else result.failed += 1
    })
  })
  result.failed += errors
  return result
}

const at = (times: number[], share: number): string => {
  const sorted = times.toSorted((a, b) => a - b)
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0)
}
