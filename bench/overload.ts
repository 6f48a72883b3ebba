import autocannon from 'autocannon'
import { measureLoad, type Target } from './measure.ts'
import { uncached } from './scenarios.ts'
import type { Server } from './servers.ts'

const PAGE: Target = { name: 'home page, uncached', path: () => '/', headers: uncached }
const PEAK_CONNECTIONS = 16
/** Enough that requests can arrive while many others wait. */
const OVERLOAD_CONNECTIONS = 1_000
const SECONDS = 6

type Overload = { accepted: number[]; rejected: number[]; failed: number }

/**
 * Requests pages that are rendered anew at twice the rate at which the site can serve them. Reports how many
 * it still serves, and how long accepted and rejected requests and the health check take.
 */
export const measureOverload = async ({ origin }: Server): Promise<string> => {
  await measureLoad(origin, PAGE, PEAK_CONNECTIONS, 2)
  const { perSecond: peak } = await measureLoad(origin, PAGE, PEAK_CONNECTIONS, SECONDS)
  const health: number[] = []
  const watch = setInterval(async () => {
    const startedAt = performance.now()
    const response = await fetch(`${origin}/healthz`)
    await response.text()
    health.push(response.ok ? performance.now() - startedAt : Infinity)
  }, 100)
  const { accepted, rejected, failed } = await load(origin, 2 * peak)
  clearInterval(watch)
  const goodput = accepted.length / SECONDS
  return [
    '## Twice the capacity',
    `Pages that are rendered anew, requested at ${Math.round(2 * peak)}/s, twice the rate of ${PEAK_CONNECTIONS} connections, for ${SECONDS} s: ${Math.round(goodput)} pages/s, ${(goodput / peak).toFixed(2)} of the peak (target ≥ 0.8).`,
    `Accepted requests: p50 ${at(accepted, 0.5)} ms, p99 ${at(accepted, 0.99)} ms (target ≤ 1,000). Rejected with 503: ${rejected.length}, p50 ${at(rejected, 0.5)} ms, p99 ${at(rejected, 0.99)} ms (target ≤ 50). Health check: p99 ${at(health, 0.99)} ms. Other errors: ${failed}.`,
  ].join('\n\n')
}

const load = (origin: string, rate: number): Promise<Overload> =>
  new Promise((resolve, reject) => {
    const accepted: number[] = []
    const rejected: number[] = []
    let failed = 0
    const run = autocannon(
      {
        url: origin,
        connections: OVERLOAD_CONNECTIONS,
        duration: SECONDS,
        overallRate: Math.round(rate),
        requests: [{ method: 'GET', path: '/', headers: uncached }],
      },
      (error, result) =>
        error ? reject(error) : resolve({ accepted, rejected, failed: failed + result.errors }),
    )
    run.on('response', (_client, status, _bytes, ms) => {
      if (status === 200) accepted.push(ms)
      else if (status === 503) rejected.push(ms)
      else failed += 1
    })
  })

const at = (times: number[], share: number): string => {
  const sorted = times.toSorted((a, b) => a - b)
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0)
}
