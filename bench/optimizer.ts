import { mkdirSync } from 'node:fs'
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
import { startSite } from './servers.ts'

/*
 * What other requests feel while 20 optimizations stream: a member's feed at a steady pace, in turns with and without
 * them. Each stream is written at 50 pieces a second, as a fast model does.
 */
const STREAMS = 20
const POSTS = 10_000
const ROUNDS = 7
const SECONDS = 4
const EVERY_MS = 10

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
  const site = await startSite(url, dataDir, { ...ai.env, OPTIMIZER_AT_ONCE: String(STREAMS) })
  try {
    await measure(site.origin, member)
  } finally {
    await site.stop()
  }
} finally {
  ai.stop()
  await embedded.stop()
}

async function measure(origin: string, headers: Record<string, string>): Promise<void> {
  await pace(origin, headers)
  const quiet: number[][] = []
  const busy: number[][] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    quiet.push(await pace(origin, headers))
    const stop = await startStreams(origin, headers)
    busy.push(await pace(origin, headers))
    await stop()
  }
  say('without', quiet)
  say(`while ${STREAMS} stream`, busy)
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

async function startStreams(origin: string, headers: Record<string, string>): Promise<() => Promise<void>> {
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
  while (ai.running < STREAMS) await delay(20)
  return async () => {
    leaving.abort()
    await Promise.all(streams)
    while (ai.running > 0) await delay(20)
  }
}

function say(what: string, rounds: number[][]): void {
  const at = (share: number) => {
    const each = rounds.map((times) => {
      const sorted = [...times].sort((a, b) => a - b)
      return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
    })
    return each.sort((a, b) => a - b)[Math.floor(each.length / 2)] ?? 0
  }
  console.log(`feed of a member, ${what}: p50 ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms`)
}
