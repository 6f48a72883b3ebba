import { mkdirSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '#server/config.ts'
import { type Database, openDatabase } from '#server/database/connect.ts'
import { startEmbeddedDatabase } from '#server/database/embedded.ts'
import { migrate } from '#server/database/migrate.ts'
import { loadEnvironment } from '#server/load-environment.ts'
import { errorLogger } from '#server/log.ts'
import { createAgentScenarios } from './agent-scenarios.ts'
import { measureColdStart } from './cold-start.ts'
import { measureCrawlers } from './crawlers.ts'
import { createBenchTables, fillDatabase, prewarmDatabase } from './fill.ts'
import { measureFirstVisit } from './first-visit.ts'
import { findMedianRound, type LoadResult, measureLoad, measureQuery } from './measure.ts'
import { measureMixedLoad } from './mixed-load.ts'
import { measureNotifications } from './notifications.ts'
import { measureOverload } from './overload.ts'
import { comparePlans, measurePlans, type PlansOfSize } from './plans.ts'
import {
  type CpuTimes,
  countServed,
  medianTimes,
  type PageProfile,
  perRequest,
  profilePage,
  readCpuTimes,
  renderProfiles,
} from './profile.ts'
import { measurePublishing } from './publish.ts'
import { type DatabaseSizeResults, type ReportRow, renderReport } from './report.ts'
import {
  createFirstViewScenarios,
  createProfiledScenarios,
  createScenarios,
  createSessionLookup,
  type Scenario,
  signIn,
} from './scenarios.ts'
import {
  type BenchServer,
  readResidentMemoryMb,
  startMinimalServer,
  startSite,
  startStaticServer,
} from './servers.ts'
import { loadStatementStatistics } from './statement-statistics.ts'
import { measureTopologies } from './topologies.ts'
import { createVotingScenarios } from './voting-scenarios.ts'
import { measureWave } from './wave.ts'
import { compareWorkerCounts } from './workers.ts'

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000,1000000' },
    connections: { type: 'string', default: '1,16,64' },
    seconds: { type: 'string', default: '2' },
    // Runs only scenarios whose name contains this text, and does not write RESULTS.md.
    only: { type: 'string', default: '' },
    // Instead of the usual measurements, breaks the cost of pages down into its parts with 1 and 16 connections and
    // prints the tables; does not write RESULTS.md.
    profile: { type: 'boolean', default: false },
    // Instead of the usual measurements, compares the plans of the most frequent statements of the first size with those
    // of the second one, writes PLANS.md, and fails if one is for the worse.
    plans: { type: 'boolean', default: false },
    // With --profile, the folder of another checkout that has been built, whose CPU time is measured in alternation.
    against: { type: 'string', default: '' },
    // Instead of the usual measurements, measures the scenarios with these numbers of workers, such as 1,2, and prints
    // the table.
    workers: { type: 'string', default: '' },
    // Instead of the usual measurements, measures the memory under a mixed load of the first size for this many minutes, such
    // as 60, and fails if it grows.
    mixed: { type: 'string', default: '' },
    // Instead of the usual measurements, measures how long members wait while 50 crawlers request all posts, with the other
    // checkout of --against in alternation, and prints the table.
    crawlers: { type: 'boolean', default: false },
    // With --crawlers, lets them fetch the page of each post once, in one round: for --seconds, then members alone for as long,
    // and so on.
    'every-post': { type: 'boolean', default: false },
    // Instead of the usual measurements, measures how long members wait while 200 newcomers publish 5,000 posts and cast 20,000
    // votes within this many seconds, such as 600, or 0 for as fast as they can, and prints the result.
    wave: { type: 'string', default: '' },
    // Instead of the usual measurements, measures what the first request of each kind costs after a start, and prints the
    // table.
    cold: { type: 'boolean', default: false },
    // Instead of the usual measurements, measures what a request costs one server, two servers, and a replica, and
    // prints the table. Needs PostgreSQL with replication and nginx from the operating system's packages.
    topologies: { type: 'boolean', default: false },
  },
})
const parseNumbers = (text: string) => text.split(',').map(Number)
const ROUNDS = 3
const PROFILED_CONNECTIONS = [1, 16]
/** An even number, so that each of two checkouts is the first as often as the other. */
const PROFILED_ROUNDS = 6
const WARM_UP_REQUESTS = 5
const seconds = Number(values.seconds)
const [loadBefore = 0] = loadavg()
const dataDir = path.join(readConfig(loadEnvironment()).dataDir, 'bench')
const log = (text: string) => process.stderr.write(`${text}\n`)

/** Migrates a database and fills it with this many posts. */
const fill = async (url: string, posts: number) => {
  // An index is built outside of the transaction that holds the lock, over a second connection.
  const setup = openDatabase({ url, max: 2, statementTimeoutMs: 0 })
  await migrate(setup, errorLogger)
  await createBenchTables(setup)
  await fillDatabase(setup, posts, (text) => log(`  ${text}`))
  log('  prewarming all tables and indexes')
  await prewarmDatabase(setup)
  await setup.close()
}

/**
 * Opens the separate database for one size, with as many connections as the site uses. The database is kept for the
 * next run.
 */
const openSize = async (url: string, posts: number): Promise<{ url: string; database: Database }> => {
  const admin = openDatabase({ url, max: 1 })
  const name = `bench_${posts}`
  const [existing] = await admin.sql`select 1 from pg_database where datname = ${name}`
  if (!existing) await admin.sql`create database ${admin.sql(name)}`
  await admin.close()
  const databaseUrl = new URL(url)
  databaseUrl.pathname = `/${name}`
  await fill(databaseUrl.href, posts)
  return { url: databaseUrl.href, database: openDatabase({ url: databaseUrl.href }) }
}

const printProfiles = async (url: string, database: Database, posts: number) => {
  const site = await startSite(url, dataDir)
  // A folder of its own, so that it stores its own pages.
  const inspected = await startSite(url, path.join(dataDir, 'inspected'), {}, { inspect: true })
  const other = values.against ? await startSite(url, dataDir, {}, { folder: values.against }) : null
  const member = await signIn(database, 1)
  const options = {
    seconds,
    rounds: PROFILED_ROUNDS,
    folder: dataDir,
    database,
    other,
    inspected,
    postgresPid: embedded.pid ?? 0,
  }
  try {
    const all = [
      ...(await createProfiledScenarios(database, posts, member)),
      ...(await createVotingScenarios(database, posts)),
    ].filter(({ name, isProfiled }) => isProfiled && name.includes(values.only))
    for (const connections of PROFILED_CONNECTIONS) {
      const profiles: PageProfile[] = []
      for (const scenario of all) {
        log(`  ${connections} × ${scenario.name}`)
        profiles.push(await profilePage(site, scenario, { ...options, connections }))
      }
      process.stdout.write(`\n${renderProfiles(profiles)}\n`)
    }
  } finally {
    await Promise.all([site.stop(), inspected.stop(), other?.stop(), database.close()])
  }
}

const printMixedLoad = async (url: string, database: Database, posts: number) => {
  const site = await startSite(url, dataDir, {}, { inspect: true })
  const stopping = new AbortController()
  process.once('SIGINT', () => stopping.abort())
  try {
    const options = { posts, minutes: Number(values.mixed), log, stopped: stopping.signal }
    const { report, faults } = await measureMixedLoad(site, database, options)
    process.stdout.write(`\n${[report, ...faults].join('\n')}\n`)
    if (faults.length > 0) process.exitCode = 1
  } finally {
    await Promise.all([site.stop(), database.close()])
  }
}

type Bench = { site: BenchServer; bare: Awaited<ReturnType<typeof startStaticServer>>; least: BenchServer }

const measure = async (
  { site, bare, least }: Bench,
  scenario: Scenario,
  connections: number,
): Promise<ReportRow> => {
  if (scenario.hasStaticBaseline) await bare.imitate(site.origin + scenario.path(), scenario.headers ?? {})
  const siteRounds: LoadResult[] = []
  const cpuRounds: CpuTimes[] = []
  const baselineRounds: LoadResult[] = []
  for (let n = 0; n < (scenario.warmUps ?? WARM_UP_REQUESTS); n += 1)
    for (const { origin } of scenario.hasMinimalBaseline ? [site, least] : [site])
      await fetch(origin + scenario.path(), { headers: scenario.headers ?? {} }).then((response) =>
        response.text(),
      )
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = readCpuTimes(site.pid, embedded.pid ?? 0)
    const result = await measureLoad(site.origin, scenario, connections, seconds)
    siteRounds.push(result)
    cpuRounds.push(perRequest(before, readCpuTimes(site.pid, embedded.pid ?? 0), countServed(result)))
    if (scenario.hasStaticBaseline)
      baselineRounds.push(await measureLoad(bare.origin, { name: '', path: () => '/' }, connections, seconds))
    if (scenario.hasMinimalBaseline)
      baselineRounds.push(await measureLoad(least.origin, scenario, connections, seconds))
    if (scenario.baselineRequest)
      baselineRounds.push(await measureLoad(site.origin, scenario.baselineRequest, connections, seconds))
    if (scenario.baselineQuery)
      baselineRounds.push(await measureQuery(scenario.baselineQuery, connections, seconds))
  }
  const { name, target: aim } = scenario
  return {
    name,
    connections,
    site: findMedianRound(siteRounds),
    cpu: medianTimes(cpuRounds),
    ...(baselineRounds.length ? { baseline: findMedianRound(baselineRounds) } : {}),
    ...(aim ? { target: aim } : {}),
  }
}

// The mixed load reports what it has measured so far instead.
if (!values.mixed)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
mkdirSync(dataDir, { recursive: true })
if (values.topologies) {
  const [posts = 0] = parseNumbers(values.sizes)
  const connections = 16
  const options = { posts, connections, seconds, fill: (url: string) => fill(url, posts), log }
  process.stdout.write(`\n${await measureTopologies(options)}\n`)
  process.exit()
}
const embeddedOptions = { dataDir, log: errorLogger }
let embedded = await startEmbeddedDatabase(embeddedOptions)
if (values.profile || values.plans) embedded = await loadStatementStatistics(embedded, embeddedOptions)
const sizes: DatabaseSizeResults[] = []
const extras: string[] = []
const plans: PlansOfSize[] = []
let visit = { html: 0, scripts: 0, styles: 0 }
try {
  for (const posts of parseNumbers(values.sizes)) {
    log(`${posts.toLocaleString('en')} posts`)
    const { url, database } = await openSize(embedded.superuserUrl, posts)
    if (values.profile) {
      await printProfiles(url, database, posts)
      continue
    }
    if (values.plans) {
      const measured = await measurePlans(url, { posts, dataDir, superuser: database }).finally(
        database.close,
      )
      plans.push([posts, measured])
      continue
    }
    if (values.mixed) {
      await printMixedLoad(url, database, posts)
      break
    }
    if (values.crawlers) {
      const { only, against } = values
      const everyPost = values['every-post']
      const rounds = everyPost ? 1 : ROUNDS
      const options = { databaseUrl: url, dataDir, posts, seconds, rounds, everyPost, only, against, log }
      const table = await measureCrawlers(database, options).finally(database.close)
      process.stdout.write(`\n${table}\n`)
      continue
    }
    if (values.wave) {
      await database.close()
      const wave = { adminUrl: embedded.superuserUrl, databaseUrl: url, dataDir, posts }
      process.stdout.write(`\n${await measureWave({ ...wave, seconds: Number(values.wave) })}\n`)
      continue
    }
    if (values.cold) {
      const table = await measureColdStart(url, database, dataDir).finally(database.close)
      process.stdout.write(`\n${table}\n`)
      continue
    }
    if (values.workers) {
      const selected = createScenarios(database, posts, await signIn(database, 1)).filter(({ name }) =>
        name.includes(values.only),
      )
      const connections = parseNumbers(values.connections)
      const options = { databaseUrl: url, dataDir, scenarios: selected, connections, seconds }
      const table = await compareWorkerCounts(parseNumbers(values.workers), options).finally(database.close)
      process.stdout.write(`\n${table}\n`)
      continue
    }
    const site = await startSite(url, dataDir)
    const [bare, least] = await Promise.all([startStaticServer(), startMinimalServer(url)])
    try {
      visit = await measureFirstVisit(site.origin)
      const member = await signIn(database, 1)
      const bench = { site, bare, least }
      const rows: ReportRow[] = []
      const all = [
        ...createScenarios(database, posts, member),
        ...(await createFirstViewScenarios(database, posts, member)),
        ...(await createVotingScenarios(database, posts)),
        ...(await createAgentScenarios(database)),
      ]
      const selected = all.filter(({ name }) => name.includes(values.only))
      for (const connections of parseNumbers(values.connections)) {
        for (const scenario of selected) {
          const row = await measure(bench, scenario, connections)
          log(
            `  ${connections} × ${row.name}: ${Math.round(row.site.perSecond)}/s, p99 ${row.site.p99} ms${row.baseline ? `, ${(row.site.perSecond / row.baseline.perSecond).toFixed(2)} of the baseline` : ''}`,
          )
          rows.push(row)
        }
      }
      // These measurements run only once, on a fresh server, because they do not depend on the number of posts.
      if (extras.length === 0 && !values.only) {
        const fresh = await startSite(url, dataDir)
        extras.push(await measurePublishing(fresh, database))
        extras.push(await measureNotifications(fresh, database))
        extras.push(await measureOverload(fresh))
        await fresh.stop()
      }
      const sessionMs = (await measureQuery(createSessionLookup(database, member), 1, seconds)).p50
      sizes.push({
        posts,
        startedInMs: site.startedInMs,
        memoryMb: readResidentMemoryMb(site.pid),
        sessionMs,
        rows,
      })
      // The report is written after each size, so an interrupted run keeps its results.
      sizes.sort((a, b) => a.posts - b.posts)
      if (!values.only)
        writeFileSync(new URL('RESULTS.md', import.meta.url), renderReport(sizes, visit, loadBefore, extras))
    } finally {
      await Promise.all([site.stop(), bare.stop(), least.stop(), database.close()])
    }
  }
} finally {
  await embedded.stop()
}

const [smaller, larger] = plans
if (smaller && larger) {
  const { report, faults } = comparePlans(smaller, larger)
  writeFileSync(new URL('PLANS.md', import.meta.url), report)
  process.stdout.write(faults.map((fault) => `${fault}\n\n`).join(''))
  // The site's threads would keep the process running.
  process.exit(faults.length > 0 ? 1 : 0)
}
