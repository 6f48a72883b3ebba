import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { loadEnvironment, readConfig } from '#server/config.ts'
import { type Database, openDatabase } from '#server/database/connect.ts'
import { startEmbedded } from '#server/database/embedded.ts'
import { migrate } from '#server/database/migrate.ts'
import { errorsOnly } from '#server/log.ts'
import { fill, prepare, readAll } from './fill.ts'
import { firstVisit } from './first-visit.ts'
import { type Figures, load, loop, median } from './measure.ts'
import { measureNotifications } from './notifications.ts'
import { measurePublishing } from './publish.ts'
import { type Row, report, type Size } from './report.ts'
import { bareSession, type Scenario, scenarios, signIn } from './scenarios.ts'
import { memoryOf, type Server, startLeast, startSite, startStatic } from './servers.ts'
import { takingPart } from './taking-part.ts'

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000,1000000' },
    connections: { type: 'string', default: '1,16,64' },
    seconds: { type: 'string', default: '2' },
    // Measures what has this in its name, and leaves RESULTS.md alone.
    only: { type: 'string', default: '' },
  },
})
const numbers = (text: string) => text.split(',').map(Number)
const ROUNDS = 3
const WARM_UP = 5
const seconds = Number(values.seconds)
const dataDir = path.join(readConfig(loadEnvironment()).dataDir, 'bench')
const say = (text: string) => process.stderr.write(`${text}\n`)

/** A database of its own for each size, kept for the next run; as many connections to it as the site has. */
const openSize = async (url: string, posts: number): Promise<{ url: string; database: Database }> => {
  const admin = openDatabase({ url, max: 1 })
  const name = `bench_${posts}`
  const [there] = await admin.sql`select 1 from pg_database where datname = ${name}`
  if (!there) await admin.sql`create database ${admin.sql(name)}`
  await admin.close()
  const own = new URL(url)
  own.pathname = `/${name}`
  const patient = openDatabase({ url: own.href, max: 1, statementTimeoutMs: 0 })
  await migrate(patient, errorsOnly)
  await prepare(patient)
  await fill(patient, posts, (text) => say(`  ${text}`))
  say('  reading all of it')
  await readAll(patient)
  await patient.close()
  return { url: own.href, database: openDatabase({ url: own.href }) }
}

type Bench = { site: Server; bare: Awaited<ReturnType<typeof startStatic>>; least: Server }

const measure = async (
  { site, bare, least }: Bench,
  scenario: Scenario,
  connections: number,
): Promise<Row> => {
  if (scenario.isStaticLimit) await bare.imitate(site.origin + scenario.path(), scenario.headers ?? {})
  const own: Figures[] = []
  const limit: Figures[] = []
  for (let n = 0; n < WARM_UP; n += 1)
    for (const { origin } of scenario.isLeastLimit ? [site, least] : [site])
      await fetch(origin + scenario.path(), { headers: scenario.headers ?? {} }).then((answer) =>
        answer.text(),
      )
  for (let round = 0; round < ROUNDS; round += 1) {
    own.push(await load(site.origin, scenario, connections, seconds))
    if (scenario.isStaticLimit)
      limit.push(await load(bare.origin, { name: '', path: () => '/' }, connections, seconds))
    if (scenario.isLeastLimit) limit.push(await load(least.origin, scenario, connections, seconds))
    if (scenario.query) limit.push(await loop(scenario.query, connections, seconds))
  }
  const { name, aim } = scenario
  return {
    name,
    connections,
    own: median(own),
    ...(limit.length ? { bare: median(limit) } : {}),
    ...(aim ? { aim } : {}),
  }
}

mkdirSync(dataDir, { recursive: true })
const embedded = await startEmbedded({ dataDir, log: errorsOnly })
const sizes: Size[] = []
const extras: string[] = []
let visit = { html: 0, scripts: 0, styles: 0 }
try {
  for (const posts of numbers(values.sizes)) {
    say(`${posts.toLocaleString('en')} posts`)
    const { url, database } = await openSize(embedded.superuserUrl, posts)
    const site = await startSite(url, dataDir)
    const [bare, least] = await Promise.all([startStatic(), startLeast(url)])
    try {
      visit = await firstVisit(site.origin)
      const member = await signIn(database, 1)
      const bench = { site, bare, least }
      const rows: Row[] = []
      const all = [...scenarios(database, posts, member), ...(await takingPart(database, posts))]
      const chosen = all.filter(({ name }) => name.includes(values.only))
      for (const connections of numbers(values.connections)) {
        for (const scenario of chosen) {
          const row = await measure(bench, scenario, connections)
          say(
            `  ${connections} × ${row.name}: ${Math.round(row.own.perSecond)}/s, p99 ${row.own.p99} ms${row.bare ? `, ${(row.own.perSecond / row.bare.perSecond).toFixed(2)} of the limit` : ''}`,
          )
          rows.push(row)
        }
      }
      // What does not depend on how much there is, once, on a server that has done nothing else yet.
      if (extras.length === 0 && !values.only) {
        const fresh = await startSite(url, dataDir)
        extras.push(await measurePublishing(fresh, database))
        extras.push(await measureNotifications(fresh, database))
        await fresh.stop()
      }
      const sessionMs = (await loop(bareSession(database, member), 1, seconds)).p50
      sizes.push({ posts, startedInMs: site.startedInMs, memoryMb: memoryOf(site.pid), sessionMs, rows })
      // After each size: an interrupted run leaves what it has measured.
      sizes.sort((a, b) => a.posts - b.posts)
      if (!values.only) writeFileSync(new URL('RESULTS.md', import.meta.url), report(sizes, visit, extras))
    } finally {
      await Promise.all([site.stop(), bare.stop(), least.stop(), database.close()])
    }
  }
} finally {
  await embedded.stop()
}
