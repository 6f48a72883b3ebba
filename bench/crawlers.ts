import { once } from 'node:events'
import { loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Database } from '#server/database/connect.ts'
import type { Crawler, FleetInput, FleetResult } from './crawler-fleet.ts'
import { reading } from './mixed-load.ts'
import { signIn } from './scenarios.ts'
import { type BenchServer, startSite } from './servers.ts'

const CRAWLERS = 50
const MEMBERS = 20
/** How long a member pauses on average; together, they send 40 requests a second. */
const PAUSE_MS = 500
const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

/** The crawlers by what distinguishes them from each other. */
const FLEETS: Record<string, (index: number) => Crawler> = {
  'one user agent, 50 networks': (index) => ({
    userAgent: 'Mozilla/5.0 (compatible; ExampleBot/1.0; +https://bot.example.com)',
    address: `10.0.${index}.1`,
  }),
  'as browsers, one network': (index) => ({ userAgent: CHROME, address: `192.0.2.${index}` }),
  '50 user agents, 50 networks': (index) => ({
    userAgent: `example-${index}-bot/1.0`,
    address: `10.1.${index}.1`,
  }),
  'as browsers, 50 networks': (index) => ({ userAgent: CHROME, address: `10.2.${index}.1` }),
}

/** The settings of a site that is open to the public, behind a proxy. */
export const PUBLIC_SETTINGS = { RATE_LIMIT_SCALE: '1', TRUST_PROXY: '1' }

type Options = {
  databaseUrl: string
  dataDir: string
  posts: number
  seconds: number
  rounds: number
  /** Lets the crawlers fetch the page of each post once, by turns with members alone, instead of for some seconds. */
  everyPost: boolean
  /** Measures only crawlers whose name contains this text. */
  only: string
  /** Another checkout, which is measured in alternation. */
  against: string
  log: (text: string) => void
}

type Round = { quiet: Latency; busy: Latency; statuses: Record<string, number>; seconds: number }
type Latency = { p50: number; p99: number; requests: number; failed: number }
/** How long members waited for each of their requests, in milliseconds, and how many failed. */
type Waits = { times: number[]; failed: number }

/**
 * Measures how long members wait for what they read, without crawlers and while 50 of them request posts without a
 * pause, and returns the results as a Markdown table.
 */
export const measureCrawlers = async (
  database: Database,
  { databaseUrl, dataDir, posts, seconds, rounds, everyPost, only, against, log }: Options,
): Promise<string> => {
  const members = await signInMembers(database)
  const rows: string[] = []
  const results = new Map<string, Round[]>()
  const folders = against ? [against, undefined] : [undefined]
  for (let round = 0; round < rounds; round += 1)
    for (const folder of round % 2 ? folders.toReversed() : folders) {
      const site = await startSite(databaseUrl, dataDir, PUBLIC_SETTINGS, folder ? { folder } : {})
      try {
        await watchMembers(site, members, () => reading(posts).path, 5)
        for (const [name, describeCrawler] of Object.entries(FLEETS)) {
          if (!name.includes(only)) continue
          const crawlers = Array.from({ length: CRAWLERS }, (_, index) => describeCrawler(index))
          const measured = await measureFleet(site, members, { posts, seconds, crawlers, everyPost, log })
          const { quiet, busy, statuses } = measured
          const key = `${name} | ${folder ? 'other' : 'this'}`
          results.set(key, [...(results.get(key) ?? []), measured])
          log(
            `  ${key}: p99 ${quiet.p99.toFixed(1)} and ${busy.p99.toFixed(1)} ms, ${JSON.stringify(statuses)} in ${measured.seconds.toFixed(0)} s`,
          )
        }
      } finally {
        await site.stop()
      }
    }
  for (const [key, measured] of [...results].sort(([a], [b]) => a.localeCompare(b)))
    rows.push(renderRow(key, measured))
  return [
    '| crawlers | checkout | quiet p50 | quiet p99 | p50 | p99 ms | p99 ratio | pages/s | 429/s | 503/s | failed requests of members, quiet | with crawlers |',
    '|---|---|---|---|---|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

type Fleet = { crawlers: readonly Crawler[] } & Pick<Options, 'posts' | 'seconds' | 'everyPost' | 'log'>

/**
 * Measures members alone for some seconds and then beside the crawlers for as long, which is repeated until each post has been
 * fetched, so that other work of the machine makes both slower.
 */
const measureFleet = async (
  site: BenchServer,
  members: readonly Record<string, string>[],
  { posts, seconds, crawlers, everyPost, log }: Fleet,
): Promise<Round> => {
  const watch = (signal?: AbortSignal) =>
    watchMembers(site, members, () => reading(posts).path, seconds, signal)
  const [quiet, busy]: [Waits[], Waits[]] = [[], []]
  const statuses: Record<string, number> = {}
  let took = 0
  let remaining = everyPost ? Array.from({ length: posts }, (_, index) => index + 1) : null
  do {
    quiet.push(await watch())
    const ended = new AbortController()
    const input = { origin: site.origin, posts, seconds, crawlers, remaining }
    const crawling = runFleet(input).finally(() => ended.abort())
    busy.push(await watch(ended.signal))
    const result = await crawling
    for (const [status, count] of Object.entries(result.statuses))
      statuses[status] = (statuses[status] ?? 0) + count
    took += result.seconds
    remaining = result.remaining
    if (everyPost) log(`  ${remaining.length} of ${posts} posts remain, load ${loadavg()[0]?.toFixed(1)}`)
  } while (remaining.length > 0)
  return { quiet: summarize(quiet), busy: summarize(busy), statuses, seconds: took }
}

export const signInMembers = (database: Database) =>
  Promise.all(Array.from({ length: MEMBERS }, (_, n) => signIn(database, n + 1)))

const runFleet = async (input: FleetInput): Promise<FleetResult> => {
  const worker = new Worker(new URL('crawler-fleet.ts', import.meta.url), { workerData: input })
  const [result] = (await once(worker, 'message')) as [FleetResult]
  return result
}

/** Lets members read for some seconds, or until the signal, each with pauses of random length, and returns how long they waited. */
export const watchMembers = async (
  { origin }: BenchServer,
  members: readonly Record<string, string>[],
  nextPath: () => string,
  seconds: number,
  ended?: AbortSignal,
): Promise<Waits> => {
  const deadline = performance.now() + seconds * 1_000
  const times: number[] = []
  let failed = 0
  await Promise.all(
    members.map(async (headers) => {
      while (performance.now() < deadline && !ended?.aborted) {
        await delay(Math.random() * 2 * PAUSE_MS)
        const startedAt = performance.now()
        const response = await fetch(origin + nextPath(), { headers }).catch(() => null)
        await response?.arrayBuffer().catch(() => {})
        times.push(performance.now() - startedAt)
        if (!response?.ok) failed += 1
      }
    }),
  )
  return { times, failed }
}

export const summarize = (waits: readonly Waits[]): Latency => {
  const times = waits.flatMap((each) => each.times).sort((a, b) => a - b)
  const failed = waits.reduce((sum, each) => sum + each.failed, 0)
  return { p50: at(times, 0.5), p99: at(times, 0.99), requests: times.length, failed }
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

const renderRow = (key: string, rounds: readonly Round[]): string => {
  const medianOf = (read: (round: Round) => number): number => {
    const values = rounds.map(read).sort((a, b) => a - b)
    return values[Math.floor(values.length / 2)] ?? 0
  }
  const ms = (read: (round: Round) => number) => medianOf(read).toFixed(1)
  const perSecond = (status: string) =>
    Math.round(medianOf(({ statuses, seconds }) => (statuses[status] ?? 0) / seconds))
  const failed = (read: (round: Round) => Latency) => {
    const latencies = rounds.map(read)
    const count = latencies.reduce((sum, each) => sum + each.failed, 0)
    return `${count} of ${latencies.reduce((sum, each) => sum + each.requests, 0)}`
  }
  const ratio = medianOf(({ quiet, busy }) => busy.p99 / quiet.p99).toFixed(2)
  return `| ${key} | ${ms(({ quiet }) => quiet.p50)} | ${ms(({ quiet }) => quiet.p99)} | ${ms(({ busy }) => busy.p50)} | ${ms(({ busy }) => busy.p99)} | ${ratio} | ${perSecond('200')} | ${perSecond('429')} | ${perSecond('503')} | ${failed(({ quiet }) => quiet)} | ${failed(({ busy }) => busy)} |`
}
