import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { loadEnvironment, readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/connect.ts'
import { startEmbedded } from '#server/database/embedded.ts'
import { migrate } from '#server/database/migrate.ts'
import { errorsOnly } from '#server/log.ts'
import { fill, prepare } from './fill.ts'
import { signIn } from './scenarios.ts'
import { type Server, startSite } from './servers.ts'
import type { Ask } from './streams.ts'

/*
 * What other requests feel while 20 optimizations stream: a member's feed at a steady pace, in turns without streams, with as
 * many read straight from the service, and with the site between. What the second costs, this machine pays for having service
 * and readers on the same two cores; what the third costs beyond that is the site's.
 */
const STREAMS = 20
const POSTS = 10_000
const ROUNDS = 9
const SECONDS = 4
const EVERY_MS = 10

type Round = { times: number[]; share: number }

const dataDir = path.join(readConfig(loadEnvironment()).dataDir, 'bench')
mkdirSync(dataDir, { recursive: true })
const embedded = await startEmbedded({ dataDir, log: errorsOnly })
const streams = new Worker(new URL('streams.ts', import.meta.url))
const [{ url: serviceUrl, ...settings }] = (await once(streams, 'message')) as [Record<string, string>]
try {
  const admin = openDatabase({ url: embedded.superuserUrl, max: 1 })
  const [there] = await admin.sql`select 1 from pg_database where datname = 'bench_optimizer'`
  if (!there) await admin.sql`create database bench_optimizer`
  await admin.close()
  const url = Object.assign(new URL(embedded.superuserUrl), { pathname: '/bench_optimizer' }).href
  const database = openDatabase({ url, max: 1 })
  await migrate(database, errorsOnly)
  await prepare(database)
  await fill(database, POSTS, () => {})
  const member = await signIn(database, 1)
  await database.close()
  for (const atOnce of [4, STREAMS]) {
    const site = await startSite(url, dataDir, { ...settings, OPTIMIZER_AT_ONCE: String(atOnce) })
    console.log(`${STREAMS} are asked for, ${atOnce} are written at a time`)
    await measure(site, member, atOnce).finally(site.stop)
  }
} finally {
  streams.postMessage('end')
  await embedded.stop()
}

async function measure(
  { origin, pid }: Server,
  headers: Record<string, string>,
  atOnce: number,
): Promise<void> {
  const json = { 'content-type': 'application/json', accept: 'text/event-stream' }
  const past: Ask = {
    ...{ url: serviceUrl ?? '', headers: json, streams: atOnce, atOnce },
    body: JSON.stringify({ messages: [], stream: true }),
  }
  const through: Ask = {
    ...{ url: `${origin}/api/optimize-prompt`, streams: STREAMS, atOnce },
    // The site knows itself by this name.
    headers: { ...json, ...headers, origin: origin.replace('127.0.0.1', 'localhost') },
    body: JSON.stringify({ prompt: 'Write a poem' }),
  }
  await pace(origin, headers)
  const rounds: Record<string, Round[]> = { without: [], 'past the site': [], 'through it': [] }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, ask] of [
      ['without', null],
      ['past the site', past],
      ['through it', through],
    ] as const) {
      if (ask) await say(ask)
      const before = processorMs(pid)
      const times = await pace(origin, headers)
      rounds[name]?.push({ times, share: (processorMs(pid) - before) / (SECONDS * 1_000) })
      if (ask) await say('stop')
    }
  }
  for (const [name, all] of Object.entries(rounds)) report(name, all)
}

async function say(what: Ask | 'stop'): Promise<void> {
  streams.postMessage(what)
  await once(streams, 'message')
}

/** What the process has used so far; the kernel counts in hundredths of a second. */
function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** The times of a steady flow of requests, in milliseconds. */
async function pace(origin: string, headers: Record<string, string>): Promise<number[]> {
  const times: number[] = []
  const sent: Promise<void>[] = []
  const end = performance.now() + SECONDS * 1_000
  while (performance.now() < end) {
    const began = performance.now()
    sent.push(
      fetch(`${origin}/api/posts`, { headers })
        .then((answer) => answer.arrayBuffer())
        .then(() => {
          times.push(performance.now() - began)
        }),
    )
    await delay(EVERY_MS)
  }
  await Promise.all(sent)
  return times
}

/** The median of the rounds. */
function report(what: string, rounds: Round[]): void {
  const middle = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
  const at = (share: number) =>
    middle(
      rounds.map(({ times }) => {
        const sorted = [...times].sort((a, b) => a - b)
        return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
      }),
    )
  const core = Math.round(100 * middle(rounds.map(({ share }) => share)))
  console.log(
    `  ${what}: a member's feed p50 ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms, the site uses ${core} % of a core`,
  )
}
