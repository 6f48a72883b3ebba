import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { encodeFeedCursor } from '#features/feeds/contract-values.ts'
import type { Database } from '#server/database/connect.ts'
import { type MemorySample, measureMemoryGrowth } from './growth.ts'
import { connectInspector } from './profile.ts'
import { signIn, uncachedHeaders } from './scenarios.ts'
import { type BenchServer, readResidentMemoryMb } from './servers.ts'

const VISITORS = 8
const MEMBERS = 8
/**
 * Each simulated person pauses for up to this long after a response, so the server is busy but not
 * overloaded.
 */
const MAX_PAUSE_MS = 60
const SAMPLES = 60

type Request = { path: string; body?: object }
/** The results so far. `failures` counts the failed requests by status and the first part of their path. */
type Load = { requests: number; failures: Map<string, number> }

/**
 * Lets simulated visitors and members read, search, vote, bookmark and comment at random for the given number
 * of minutes, and samples the server's memory sixty times. Reports the samples, and whether the memory grew
 * during the second half. It is a fault if it did, or if a request failed for another reason than that the server was busy.
 * Aborting the `stopped` signal ends the measurement early and reports the samples taken so far.
 */
export const measureMixedLoad = async (
  server: BenchServer,
  database: Database,
  { posts, minutes, log, stopped }: Options,
): Promise<{ report: string; faults: string[] }> => {
  const inspector = await connectInspector(server)
  const ending = new AbortController()
  const signal = AbortSignal.any([ending.signal, stopped])
  const load: Load = { requests: 0, failures: new Map() }
  const members = await Promise.all(Array.from({ length: MEMBERS }, (_, n) => signIn(database, n + 1)))
  const people = [
    ...Array.from({ length: VISITORS }, (_, n) => ({
      headers: n % 2 ? uncachedHeaders : {},
      next: () => reading(posts),
    })),
    ...members.map((headers) => ({
      headers,
      next: () => (Math.random() < 0.3 ? writing(posts) : reading(posts)),
    })),
  ]
  const running = people.map((person) => act(server.origin, person, load, signal))
  const samples: MemorySample[] = []
  const startedAt = performance.now()
  for (let n = 1; n <= SAMPLES && !signal.aborted; n += 1) {
    const wait = startedAt + (n * minutes * 60_000) / SAMPLES - performance.now()
    await delay(Math.max(0, wait), null, { signal }).catch(() => {})
    const residentMb = readResidentMemoryMb(server.pid)
    await inspector.send('HeapProfiler.collectGarbage')
    const sample = {
      minute: (performance.now() - startedAt) / 60_000,
      residentMb,
      heapMb: await readHeap(inspector),
    }
    samples.push(sample)
    log(
      `  ${sample.minute.toFixed(1)} of ${minutes} min: ${residentMb} MB resident, heap ${sample.heapMb.toFixed(1)} MB, ${load.requests} requests`,
    )
  }
  ending.abort()
  await Promise.all(running)
  inspector.close()
  return { report: renderSamples(samples, load), faults: listFaults(samples, load) }
}

type Options = { posts: number; minutes: number; log: (text: string) => void; stopped: AbortSignal }

type Person = { headers: Record<string, string>; next: () => Request }

/** Sends one request after another until the signal aborts. */
const act = async (origin: string, { headers, next }: Person, load: Load, signal: AbortSignal) => {
  while (!signal.aborted) {
    const { path, body } = next()
    const written = body && {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { ...headers, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    }
    const response = await fetch(origin + path, { headers, ...written }).catch(() => null)
    await response?.arrayBuffer().catch(() => {})
    load.requests += 1
    if (!response?.ok) {
      const kind = `${response?.status ?? 'no response'} ${/^\/(api\/)?\w*/.exec(path)?.[0]}`
      load.failures.set(kind, (load.failures.get(kind) ?? 0) + 1)
    }
    await delay(Math.random() * MAX_PAUSE_MS, null, { signal }).catch(() => {})
  }
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const randomId = (max: number) => 1 + Math.floor(Math.random() * max)
const pick = <T>(...choices: [T, ...T[]]): T => choices[randomId(choices.length) - 1] ?? choices[0]

/** Returns something that visitors and members read. */
export const reading = (posts: number): Request => ({
  path: pick(
    '/',
    '/new',
    '/popular',
    `/t/topic-${randomId(20)}`,
    `/t/topic-${randomId(20)}?sortBy=new`,
    `/post/${randomId(posts)}`,
    `/post/${randomId(posts)}`,
    `/post/${randomId(posts)}`,
    `/u/member${randomId(Math.round(posts / 20))}`,
    `/?q=${pick('commonword', 'rareword', 'rarewrod', 'topic', 'post')}+${randomId(posts)}`,
    `/api/search/suggestions?q=${pick('co', 'rare', 'top', 'mem')}`,
    `/api/posts?after=${encodeFeedCursor({ id: randomId(posts), score: 0, createdAt: minutesAgo(randomId(posts)) })}`,
  ),
})

/** Returns a vote or a comment. */
export const writing = (posts: number): Request => {
  const postId = randomId(posts)
  return pick<Request>(
    { path: '/api/votes', body: { postId, value: pick(1, -1) } },
    { path: '/api/votes', body: { postId, value: pick(1, -1) } },
    { path: '/api/comments', body: { postId, content: `A comment, ${randomUUID()}` } },
  )
}

type Inspector = Awaited<ReturnType<typeof connectInspector>>

const readHeap = async (inspector: Inspector): Promise<number> => {
  const { usedSize } = (await inspector.send('Runtime.getHeapUsage')) as { usedSize: number }
  return usedSize / 1024 / 1024
}

const MEASURES: readonly [name: string, read: (sample: MemorySample) => number][] = [
  ['resident memory', ({ residentMb }) => residentMb],
  ['heap after a collection', ({ heapMb }) => heapMb],
]

/** How the kind of a failure begins if a busy server has refused a request. */
const BUSY = '503 '

/** Returns a sentence for each measure that has grown, and for each kind of failure but refusals by a busy server. */
export const listFaults = (
  samples: readonly MemorySample[],
  { failures }: Pick<Load, 'failures'>,
): string[] => [
  ...MEASURES.filter(([, read]) => measureMemoryGrowth(samples, read).hasGrown).map(
    ([name]) => `The ${name} has grown.`,
  ),
  ...[...failures]
    .filter(([kind]) => !kind.startsWith(BUSY))
    .map(([kind, count]) => `Requests failed: ${count} × ${kind}`),
]

const renderSamples = (samples: MemorySample[], { requests, failures }: Load): string => {
  const last = samples.at(-1)
  const lines = MEASURES.map(([name, read]) => {
    const { perHour, share, hasGrown } = measureMemoryGrowth(samples, read)
    const values = samples.map(read)
    return `| ${name} | ${values[0]?.toFixed(0)} | ${Math.max(...values).toFixed(0)} | ${values.at(-1)?.toFixed(0)} | ${perHour.toFixed(1)} | ${(share * 100).toFixed(1)} % | ${hasGrown ? 'yes' : 'no'} |`
  })
  return [
    `Mixed load for ${last?.minute.toFixed(1)} minutes: ${requests} requests. Failed: ${[...failures].map(([kind, count]) => `${count} × ${kind}`).join(', ') || 'none'}.`,
    '',
    '| MB | first sample | most | last sample | per hour, second half | share of it, second half | grows |',
    '| -- | -- | -- | -- | -- | -- | -- |',
    ...lines,
  ].join('\n')
}
