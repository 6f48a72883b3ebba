import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/connect.ts'
import { startEmbeddedDatabase } from '#server/database/embedded.ts'
import { migrate } from '#server/database/migrate.ts'
import { loadEnvironment } from '#server/load-environment.ts'
import { errorLogger } from '#server/log.ts'
import { readCpuTimeMs } from './cpu-time.ts'
import { createBenchTables, fillDatabase } from './fill.ts'
import { signIn } from './scenarios.ts'
import { type BenchServer, startSite } from './servers.ts'
import type { StreamRequest } from './streams.ts'

/*
 * Measures how 20 streaming optimizations affect other requests. A member's feed is requested at a steady
 * rate in three cases: without streams, with streams read directly from the AI service, and with streams that
 * go through the site. Direct streams have a cost because the service and its clients share the two cores;
 * any additional cost in the third case comes from the site.
 */
const STREAMS = 20
const POSTS = 10_000
const ROUNDS = 9
const SECONDS = 4
const INTERVAL_MS = 10

type Round = { times: number[]; share: number }

const dataDir = path.join(readConfig(loadEnvironment()).dataDir, 'bench')
mkdirSync(dataDir, { recursive: true })
const embedded = await startEmbeddedDatabase({ dataDir, log: errorLogger })
const streams = new Worker(new URL('streams.ts', import.meta.url))
const [{ url: serviceUrl, ...settings }] = (await once(streams, 'message')) as [Record<string, string>]
try {
  const admin = openDatabase({ url: embedded.superuserUrl, max: 1 })
  const [existing] = await admin.sql`select 1 from pg_database where datname = 'bench_optimizer'`
  if (!existing) await admin.sql`create database bench_optimizer`
  await admin.close()
  const url = Object.assign(new URL(embedded.superuserUrl), { pathname: '/bench_optimizer' }).href
  const database = openDatabase({ url, max: 1 })
  await migrate(database, errorLogger)
  await createBenchTables(database)
  await fillDatabase(database, POSTS, () => {})
  const member = await signIn(database, 1)
  await database.close()
  for (const atOnce of [4, STREAMS]) {
    const site = await startSite(url, dataDir, { ...settings, OPTIMIZER_AT_ONCE: String(atOnce) })
    console.log(`${STREAMS} streams requested, ${atOnce} concurrent`)
    await measure(site, member, atOnce).finally(site.stop)
  }
} finally {
  streams.postMessage('end')
  await embedded.stop()
}

async function measure(
  { origin, pid }: BenchServer,
  headers: Record<string, string>,
  atOnce: number,
): Promise<void> {
  const json = { 'content-type': 'application/json', accept: 'text/event-stream' }
  const direct: StreamRequest = {
    url: serviceUrl ?? '',
    headers: json,
    streams: atOnce,
    atOnce,
    body: JSON.stringify({ messages: [], stream: true }),
  }
  const throughSite: StreamRequest = {
    url: `${origin}/api/optimize-prompt`,
    streams: STREAMS,
    atOnce,
    // This is the site's own origin if PUBLIC_URL is not set.
    headers: { ...json, ...headers, origin: origin.replace('127.0.0.1', 'localhost') },
    body: JSON.stringify({ prompt: 'Write a poem' }),
  }
  await measureLatencies(origin, headers)
  const rounds: Record<string, Round[]> = {
    'without streams': [],
    'direct streams': [],
    'streams through the site': [],
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, ask] of [
      ['without streams', null],
      ['direct streams', direct],
      ['streams through the site', throughSite],
    ] as const) {
      if (ask) await sendToStreams(ask)
      const before = readCpuTimeMs(pid)
      const times = await measureLatencies(origin, headers)
      rounds[name]?.push({ times, share: (readCpuTimeMs(pid) - before) / (SECONDS * 1_000) })
      if (ask) await sendToStreams('stop')
    }
  }
  for (const [name, all] of Object.entries(rounds)) report(name, all)
}

async function sendToStreams(message: StreamRequest | 'stop'): Promise<void> {
  streams.postMessage(message)
  await once(streams, 'message')
}

/** Sends requests at a steady rate; returns their durations in milliseconds. */
async function measureLatencies(origin: string, headers: Record<string, string>): Promise<number[]> {
  const times: number[] = []
  const sent: Promise<void>[] = []
  const deadline = performance.now() + SECONDS * 1_000
  while (performance.now() < deadline) {
    const startedAt = performance.now()
    sent.push(
      fetch(`${origin}/api/posts`, { headers })
        .then((response) => response.arrayBuffer())
        .then(() => {
          times.push(performance.now() - startedAt)
        }),
    )
    await delay(INTERVAL_MS)
  }
  await Promise.all(sent)
  return times
}

/** Prints the medians of all rounds. */
function report(name: string, rounds: Round[]): void {
  const medianOf = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
  const percentile = (share: number) =>
    medianOf(
      rounds.map(({ times }) => {
        const sorted = [...times].sort((a, b) => a - b)
        return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
      }),
    )
  const core = Math.round(100 * medianOf(rounds.map(({ share }) => share)))
  console.log(
    `  ${name}: member's feed p50 ${percentile(0.5).toFixed(1)} ms, p99 ${percentile(0.99).toFixed(1)} ms, the site uses ${core}% of a core`,
  )
}
