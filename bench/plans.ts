import pg from 'pg'
import { buildApp } from '#app/server/build-app.ts'
import { createPageRenderer } from '#app/server/create-page-renderer.ts'
import { readConfig } from '#server/config.ts'
import { type Database, openDatabase } from '#server/database/connect.ts'
import { summarizeStatement } from '#server/tracing/tracing.ts'
import { reading, writing } from './mixed-load.ts'
import { signIn, uncachedHeaders } from './scenarios.ts'
import { countStatements } from './statement-statistics.ts'

/** The number of requests of the mixed load, one after the other. */
const REQUESTS = 3_000
/** The number of most frequent statements that are compared. */
const COMPARED = 20
/** The number of rows from which a table must not be read in full. */
const LARGE_TABLE_ROWS = 10_000
/** Differences below this are not measured reliably. */
const MIN_DIFFERENCE_MS = 0.01

export type StatementPlan = {
  text: string
  calls: number
  /** Whether PostgreSQL has one plan for all values, after five executions. */
  isCached: boolean
  /** Milliseconds for each call. */
  planningMs: number
  executionMs: number
  /** The scans and joins of the plan for all values, indented as PostgreSQL does. */
  steps: string[]
  /** The large tables that this plan reads in full. */
  readInFull: string[]
}

/**
 * Sends the requests of the mixed load, half of them a member's, over one connection of each kind, and returns the
 * statements that are prepared then.
 */
export const measurePlans = async (
  url: string,
  { posts, dataDir, superuser }: { posts: number; dataDir: string; superuser: Pick<Database, 'sql'> },
): Promise<StatementPlan[]> => {
  const database = openDatabase({ url, max: 1, maxExpensive: 1 })
  const config = readConfig({ DATA_DIR: dataDir, RATE_LIMIT_SCALE: '0' })
  const renderer = await createPageRenderer(config, { onStop: () => {}, stop: async () => {} })
  const app = await buildApp({ config, database, renderer, eventLoopLag: () => 0 })
  const explainer = new pg.Client(url)
  await explainer.connect()
  const member = await signIn(database, 1)
  const sendRequests = async () => {
    for (let n = 0; n < REQUESTS; n += 1) {
      const isMember = n % 2 === 0
      const { path, body } = isMember && Math.random() < 0.3 ? writing(posts) : reading(posts)
      const headers = { ...(isMember ? member : uncachedHeaders), 'sec-fetch-site': 'same-origin' }
      await app.inject({ url: path, headers, ...(body && { method: 'POST', payload: body }) })
    }
  }
  try {
    const { details } = await countStatements(superuser, sendRequests)
    const times = new Map(details.map((row) => [row.queryId, row]))
    const largeTables = await selectLargeTables(superuser)
    const plans: StatementPlan[] = []
    for (const { sql } of [database, database.expensive]) {
      // Searches, whose transactions disable sequential scans, use the connections for expensive reads.
      await explainer.query(`set enable_seqscan = ${sql === database.sql ? 'on' : 'off'}`)
      for (const { text, generic, custom } of await selectPreparedStatements(sql)) {
        const { queryId, steps } = await explain(explainer, text)
        const time = times.get(queryId)
        if (!time || plans.some((plan) => plan.text === text)) continue
        plans.push({
          text,
          calls: time.calls,
          isCached: generic > custom,
          planningMs: time.planMs / time.calls,
          executionMs: time.execMs / time.calls,
          steps,
          readInFull: largeTables.filter((table) =>
            steps.some((step) => step.includes(`Seq Scan on public.${table} `)),
          ),
        })
      }
    }
    return plans
  } finally {
    await app.close()
    await Promise.all([explainer.end(), database.close()])
  }
}

const selectPreparedStatements = (sql: Database['sql']) => sql<
  { text: string; generic: number; custom: number }[]
>`
  select statement as text, generic_plans::integer as generic, custom_plans::integer as custom from pg_prepared_statements
  where generic_plans + custom_plans > 5`

const selectLargeTables = async ({ sql }: Pick<Database, 'sql'>): Promise<string[]> => {
  const rows = await sql<{ name: string }[]>`
    select relname::text as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples >= ${LARGE_TABLE_ROWS}`
  return rows.map(({ name }) => name)
}

const STEP = /^\s*(?:->\s+)?(?:[A-Z][a-z]+ )*(?:Scan|Join|Loop)\b/

/**
 * Returns the plan of a statement for all values. Only a statement without parameters of its own can explain one with
 * parameters.
 */
const explain = async (client: pg.Client, text: string): Promise<{ queryId: string; steps: string[] }> => {
  const { rows } = await client.query<Record<string, string>>(
    `explain (generic_plan, verbose, costs off) ${text}`,
  )
  const lines = rows.flatMap((row) => Object.values(row))
  const queryId = lines.find((line) => line.includes('Query Identifier:'))?.replace(/[^-\d]/g, '') ?? ''
  return { queryId, steps: lines.filter((line) => STEP.test(line)) }
}

export type PlansOfSize = [posts: number, plans: readonly StatementPlan[]]

type Pair = { small: StatementPlan; large: StatementPlan }

/** Returns what makes a frequent statement worse: with the large size than with the small one, or with either. */
const findFaults = ({ small, large }: Pair): string[] => [
  ...(small.planningMs > small.executionMs + MIN_DIFFERENCE_MS ? ['is planned longer than it runs'] : []),
  ...(small.isCached && !large.isCached ? ['is planned anew each time with the large size'] : []),
  ...large.readInFull.map((table) => `reads ${table} in full with the large size`),
]

/** Compares the most frequent statements of two sizes in Markdown, and lists the faults. */
export const comparePlans = (
  [smallPosts, smallPlans]: PlansOfSize,
  [largePosts, largePlans]: PlansOfSize,
): { report: string; faults: string[] } => {
  const pairs = smallPlans
    .flatMap((small): Pair[] => {
      const large = largePlans.find(({ text }) => text === small.text)
      return large ? [{ small, large }] : []
    })
    .sort((a, b) => b.small.calls + b.large.calls - a.small.calls - a.large.calls)
    .slice(0, COMPARED)
  const count = (posts: number) => `${posts.toLocaleString('en')} posts`
  const times = ({ planningMs, executionMs }: StatementPlan) =>
    `${planningMs.toFixed(3)} + ${executionMs.toFixed(3)}`
  const areEqual = ({ small, large }: Pair) => small.steps.join() === large.steps.join()
  const nameOf = ({ text }: StatementPlan, index: number) => `${index + 1}. ${summarizeStatement(text)}`
  const rows = pairs.map(
    (pair, index) =>
      `| ${nameOf(pair.small, index)} | ${pair.small.calls} | ${times(pair.small)} | ${times(pair.large)} | ${areEqual(pair) ? 'same' : 'other'} |`,
  )
  const code = (lines: readonly string[]) => ['```', ...lines, '```', '']
  const plans = pairs.flatMap((pair, index) => [
    `## ${nameOf(pair.small, index)}`,
    '',
    ...code(pair.small.text.trim().split('\n')),
    ...code(pair.small.steps),
    ...(areEqual(pair) ? [] : [`With ${count(largePosts)}:`, '', ...code(pair.large.steps)]),
  ])
  const report = [
    '# Plans of the most frequent statements',
    '',
    `Written by \`npm run bench -- --plans\`: ${REQUESTS.toLocaleString('en')} requests of the mixed load, half of them a member's. Milliseconds of planning and execution for each call, and the scans and joins of the plan for all values.`,
    '',
    `| statement | calls | ${count(smallPosts)} | ${count(largePosts)} | plan |`,
    '| -- | -- | -- | -- | -- |',
    ...rows,
    '',
    ...plans,
  ].join('\n')
  const faults = pairs.flatMap((pair) =>
    findFaults(pair).map((fault) => `${pair.small.text.trim()}\n${fault}`),
  )
  return { report, faults }
}
