import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { paths } from '#core/paths.ts'
import type { Database } from '#server/database/connect.ts'
import { signIn, uncachedHeaders } from './scenarios.ts'
import { type BenchServer, startSite } from './servers.ts'

const STARTS = 5
const WARM_REQUESTS = 60
/** The first of the later requests are still slower. */
const SKIPPED_REQUESTS = 20
/** What the first request of a kind may cost, as a multiple of a later one. */
const MAX_FACTOR = 4

type Kind = { name: string; path: (n: number) => string; headers: Record<string, string> }

/**
 * Measures the processor time of the first request of each kind in a process of its own, and of later ones. Returns a
 * Markdown table.
 */
export const measureColdStart = async (url: string, database: Database, dataDir: string): Promise<string> => {
  const kinds = await createKinds(database)
  const rows: string[] = []
  for (const kind of kinds) {
    const results: { first: number; later: number }[] = []
    for (let n = 0; n < STARTS; n += 1) results.push(await measureKind(url, dataDir, kind))
    const first = median(results.map((result) => result.first))
    const later = median(results.map((result) => result.later))
    const factor = first / later
    rows.push(
      `| ${kind.name} | ${first.toFixed(1)} | ${later.toFixed(1)} | ${factor.toFixed(1)}${factor > MAX_FACTOR ? ' (missed)' : ''} |`,
    )
  }
  return [
    `| first request | ms | a later one | factor (target ≤ ${MAX_FACTOR}) |`,
    '|---|---|---|---|',
    ...rows,
  ].join('\n')
}

const createKinds = async (database: Database): Promise<Kind[]> => {
  const { sql } = database
  const words = await sql<
    { word: string }[]
  >`select word from bench_words where rank > 100 order by rank limit 400`
  const wordAt = (n: number) => words[n * 3]?.word ?? 'commonword'
  await createCollections(sql)
  const member = await signIn(database, 1)
  const visitor = uncachedHeaders
  // Every topic is requested in each order, so that the later requests find as few of their cards rendered as the first one.
  const orders = ['', '?sortBy=top', '?sortBy=top&window=day', '?sortBy=top&window=week']
  const kinds: Kind[] = [
    { name: 'home', path: () => '/', headers: visitor },
    { name: 'post', path: (n) => `/post/${n + 100}`, headers: visitor },
    { name: 'list', path: () => '/new', headers: visitor },
    {
      name: 'topic',
      path: (n) => `/t/topic-${(n % 20) + 1}${orders[Math.floor(n / 20)] ?? ''}`,
      headers: visitor,
    },
    { name: 'search', path: (n) => `/?q=${wordAt(n)}`, headers: visitor },
    { name: 'profile', path: (n) => paths.profile(`member${n + 1}`), headers: visitor },
    {
      name: 'collection',
      path: (n) => paths.collection({ id: collectionAt(n), title: 'Benchmark' }),
      headers: visitor,
    },
    { name: 'feed, JSON', path: () => '/api/posts', headers: visitor },
    { name: 'search, JSON', path: (n) => `/api/search?q=${wordAt(n)}`, headers: visitor },
    { name: "member's home", path: () => '/', headers: member },
  ]
  return kinds.map(({ headers, ...kind }) => ({
    ...kind,
    headers: { ...headers, 'accept-encoding': 'gzip, br' },
  }))
}

/** The ids in links have 22 characters. */
const collectionAt = (n: number): string => `benchmark-collection${String(n).padStart(2, '0')}`

/**
 * Creates a public collection of ten other posts for each request, unless an earlier run has created them, so that a later
 * request finds as few of its cards rendered as the first one.
 */
const createCollections = (sql: Database['sql']) => {
  const ids = Array.from({ length: WARM_REQUESTS + 1 }, (_, n) => collectionAt(n))
  return sql`
    with created as (
      insert into collections (link_id, user_id, title, visibility)
      select link_id, 1, 'Benchmark', 'public' from unnest(${ids}::text[]) as new (link_id)
      where not exists (select from collections c where c.link_id = new.link_id)
      returning id, link_id
    )
    insert into collection_items (collection_id, post_id, position)
    select id, right(link_id, 2)::integer * 10 + k, k from created cross join generate_series(1, 10) k`
}

const measureKind = async (url: string, dataDir: string, kind: Kind) => {
  const site = await startSite(url, dataDir)
  try {
    const request = async (n: number) => {
      const before = readThreadTimeMs(site)
      const response = await fetch(site.origin + kind.path(n), { headers: kind.headers })
      await response.arrayBuffer()
      if (response.status !== 200) throw new Error(`${kind.path(n)}: ${response.status}`)
      return readThreadTimeMs(site) - before
    }
    await waitUntilIdle(site)
    const first = await request(0)
    const later: number[] = []
    for (let n = 1; n <= WARM_REQUESTS; n += 1) later.push(await request(n))
    return { first, later: median(later.slice(SKIPPED_REQUESTS)) }
  } finally {
    await site.stop()
  }
}

/** Waits until the start of the jobs, which comes after the server listens, no longer takes processor time. */
const waitUntilIdle = async (site: BenchServer) => {
  for (let before = 0, now = readThreadTimeMs(site); now - before > 10; ) {
    await delay(500)
    before = now
    now = readThreadTimeMs(site)
  }
}

/** Returns the processor time of a process's threads so far, which the kernel counts in nanoseconds. */
const readThreadTimeMs = ({ pid }: BenchServer): number =>
  readdirSync(`/proc/${pid}/task`).reduce(
    (sum, thread) =>
      sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
    0,
  )

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
