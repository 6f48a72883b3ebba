import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { loadEnvironment, readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/connect.ts'
import { startEmbedded } from '#server/database/embedded.ts'
import { migrate } from '#server/database/migrate.ts'
import { errorsOnly } from '#server/log.ts'
import { startAiService } from '#tests/support/ai-service.ts'
import { fill, prepare } from './fill.ts'
import { signIn } from './scenarios.ts'
import { type Server, startSite } from './servers.ts'

/*
 * What other requests feel while 20 optimizations stream: a member's feed at a steady pace, in turns with and without
 * them, and the site's own processor time, which a busy machine does not blur. Each stream is written at 50 pieces a
 * second, as a fast model does.
 */
const STREAMS = 20
const POSTS = 10_000
const ROUNDS = 7
const SECONDS = 4
const EVERY_MS = 10

type Round = { times: number[]; share: number }

const dataDir = path.join(readConfig(loadEnvironment()).dataDir, 'bench')
mkdirSync(dataDir, { recursive: true })
const embedded = await startEmbedded({ dataDir, log: errorsOnly })
const ai = await startAiService()
try {
  const admin = openDatabase({ url: embedded.url, max: 1 })
  const [there] = await admin.sql`select 1 from pg_database where datname = 'bench_optimizer'`
  if (!there) await admin.sql`create database bench_optimizer`
  await admin.close()
  const url = Object.assign(new URL(embedded.url), { pathname: '/bench_optimizer' }).href
  const database = openDatabase({ url, max: 1 })
  await migrate(database, errorsOnly)
  await prepare(database)
  await fill(database, POSTS, () => {})
  const member = await signIn(database, 1)
  await database.close()
  for (const atOnce of [4, STREAMS]) {
    const site = await startSite(url, dataDir, { ...ai.env, OPTIMIZER_AT_ONCE: String(atOnce) })
    console.log(`${STREAMS} are asked for, ${atOnce} are written at a time`)
    await measure(site, member, atOnce).finally(site.stop)
  }
} finally {
  ai.stop()
  await embedded.stop()
}

async function measure(
  { origin, pid }: Server,
  headers: Record<string, string>,
  atOnce: number,
): Promise<void> {
  await pace(origin, headers)
  const quiet: Round[] = []
  const busy: Round[] = []
  const timed = async (): Promise<Round> => {
    const before = processorMs(pid)
    const times = await pace(origin, headers)
    return { times, share: (processorMs(pid) - before) / (SECONDS * 1_000) }
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    quiet.push(await timed())
    const stop = await startStreams(origin, headers, atOnce)
    busy.push(await timed())
    await stop()
  }
  say('  without', quiet)
  say('  with', busy)
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

async function startStreams(
  origin: string,
  headers: Record<string, string>,
  atOnce: number,
): Promise<() => Promise<void>> {
  const leaving = new AbortController()
  ai.always = { does: 'answers', text: 'words '.repeat(3_000), pieces: 3_000, everyMs: 20 }
  const streams = Array.from({ length: STREAMS }, () =>
    fetch(`${origin}/api/optimize-prompt`, {
      method: 'POST',
      // The site knows itself by this name.
      headers: {
        ...headers,
        origin: origin.replace('127.0.0.1', 'localhost'),
        'content-type': 'application/json',
        accept: 'text/event-stream',
      },
      body: JSON.stringify({ prompt: 'Write a poem' }),
      signal: leaving.signal,
    })
      .then((answer) => answer.text())
      .catch(() => ''),
  )
  while (ai.running < atOnce) await delay(20)
  return async () => {
    leaving.abort()
    await Promise.all(streams)
    while (ai.running > 0) await delay(20)
  }
}

function say(what: string, rounds: Round[]): void {
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
    `${what}: a member's feed p50 ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms, the site uses ${core} % of a core`,
  )
}
