import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { openDatabase } from '#server/database/connect.ts'
import { PUBLIC_SETTINGS, signInMembers, summarize, watchMembers } from './crawlers.ts'
import { reading } from './mixed-load.ts'
import { signIn } from './scenarios.ts'
import { startSite } from './servers.ts'
import type { WaveInput, WaveResult } from './wave-load.ts'

const ACCOUNTS = 200
const POSTS_OF_ACCOUNT = 25
const VOTES_OF_ACCOUNT = 100
const TARGETS = 30
const QUIET_SECONDS = 30

type Options = {
  /** The superuser's URL of the server, and that of the filled database, which stays as it is. */
  adminUrl: string
  databaseUrl: string
  dataDir: string
  posts: number
  /** How long the wave takes if the site keeps up; 0 is as fast as it can. */
  seconds: number
}

/**
 * Measures how long members wait for what they read, before and while 200 accounts of newcomers publish 5,000 posts and
 * cast 20,000 votes, against a copy of the database and the default settings.
 */
export const measureWave = async ({
  adminUrl,
  databaseUrl,
  dataDir,
  posts,
  seconds,
}: Options): Promise<string> => {
  const admin = openDatabase({ url: adminUrl, max: 1, statementTimeoutMs: 0 })
  const name = 'bench_wave'
  await admin.sql`drop database if exists ${admin.sql(name)} with (force)`
  await admin.sql`create database ${admin.sql(name)} template ${admin.sql(new URL(databaseUrl).pathname.slice(1))}`
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  const database = openDatabase({ url: url.href })
  const site = await startSite(url.href, dataDir, PUBLIC_SETTINGS)
  try {
    const members = await signInMembers(database)
    const watch = (duration: number, signal?: AbortSignal) =>
      watchMembers(site, members, () => reading(posts).path, duration, signal)
    const accounts = await database.sql<{ id: number }[]>`
      insert into users (username, google_id, profile_completed, trust_level)
      select 'wave' || n, 'wave:' || n, true, 'newcomer' from generate_series(1, ${ACCOUNTS}::integer) n returning id`
    const sessions = await Promise.all(accounts.map(({ id }) => signIn(database, id)))
    await watch(5)
    const quiet = summarize([await watch(QUIET_SECONDS)])
    const ended = new AbortController()
    const startedAt = performance.now()
    const wave = sendWave({
      origin: site.origin,
      cookies: sessions.map(({ cookie = '' }) => cookie),
      targets: Array.from({ length: TARGETS }, (_, index) => posts - index),
      postsOfAccount: POSTS_OF_ACCOUNT,
      votesOfAccount: VOTES_OF_ACCOUNT,
      seconds,
    }).finally(() => ended.abort())
    const busy = summarize([await watch(Number.POSITIVE_INFINITY, ended.signal)])
    const statuses = await wave
    const took = (performance.now() - startedAt) / 1_000
    return [
      `${ACCOUNTS} newcomers tried to publish ${ACCOUNTS * POSTS_OF_ACCOUNT} posts and to cast ${ACCOUNTS * VOTES_OF_ACCOUNT} votes in ${took.toFixed(0)} s: ${Object.entries(
        statuses,
      )
        .toSorted()
        .map(([key, count]) => `${key}: ${count}`)
        .join(', ')}.`,
      `Members before: p50 ${quiet.p50.toFixed(1)} ms, p99 ${quiet.p99.toFixed(1)} ms; in the meantime: p50 ${busy.p50.toFixed(1)} ms, p99 ${busy.p99.toFixed(1)} ms, ${(busy.p99 / quiet.p99).toFixed(2)} times (target ≤ 2). Failed requests: ${quiet.failed + busy.failed}.`,
    ].join('\n\n')
  } finally {
    await site.stop()
    await database.close()
    await admin.sql`drop database if exists ${admin.sql(name)} with (force)`
    await admin.close()
  }
}

const sendWave = async (input: WaveInput): Promise<WaveResult> => {
  const worker = new Worker(new URL('wave-load.ts', import.meta.url), { workerData: input })
  const [results] = (await once(worker, 'message')) as [WaveResult]
  return results
}
