import { Agent, get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { measureLoad, type Target } from './measure.ts'
import { uncached } from './scenarios.ts'
import type { Server } from './servers.ts'

const PAGE: Target = { name: 'home page, uncached', path: () => '/', headers: uncached }
const PEAK_CONNECTIONS = 16
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

/** Sends requests at a steady rate, however long the responses take. */
const load = async (origin: string, rate: number): Promise<Overload> => {
  const result: Overload = { accepted: [], rejected: [], failed: 0 }
  const agent = new Agent({ keepAlive: true })
  const pending: Promise<void>[] = []
  const request = async () => {
    const sentAt = performance.now()
    const status = await getStatus(`${origin}/`, agent)
    const ms = performance.now() - sentAt
    if (status === 200) result.accepted.push(ms)
    else if (status === 503) result.rejected.push(ms)
    else result.failed += 1
  }
  const startedAt = performance.now()
  for (let sent = 0; sent < rate * SECONDS; sent += 1) {
    const wait = startedAt + (sent / rate) * 1000 - performance.now()
    if (wait > 0) await delay(wait)
    pending.push(request())
  }
  await Promise.all(pending)
  agent.destroy()
  return result
}

const getStatus = (url: string, agent: Agent): Promise<number> =>
  new Promise((resolve) => {
    get(url, { agent, headers: uncached }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    }).on('error', () => resolve(0))
  })

const at = (times: number[], share: number): string => {
  const sorted = times.toSorted((a, b) => a - b)
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0)
}
