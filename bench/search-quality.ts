import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { importFile } from '#features/import/server/import-file.ts'
import { searchPostsFor } from '#features/search/server/search-posts.ts'
import { openDatabase } from '#server/database/connect.ts'
import { startEmbedded } from '#server/database/embedded.ts'
import { migrate } from '#server/database/migrate.ts'
import { errorsOnly } from '#server/log.ts'
import { runCommand } from '../scripts/run-command.ts'

/**
 * How well the search answers what people type: of the judged queries, how many have a post that a person would accept among
 * their first five results. The prompts come from a file that `npm run import` can read, and are imported into a database of
 * its own; the judgements name them by title. `--show` prints what was found for the queries that have no hit.
 */
const USAGE = 'npm run evaluate:search -- FILE [--show]'
const FIRST = 5

type Judgement = { query: string; accepted: string[] }

const judgements = JSON.parse(
  readFileSync(new URL('search-judgements.json', import.meta.url), 'utf8'),
) as Judgement[]

const visitor = null
const member = {
  id: 0,
  username: 'member',
  avatar: null,
  isAdmin: false,
  isMuted: false,
  profileCompleted: true,
}

await runCommand(USAGE, async ({ signal }) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { show: { type: 'boolean', default: false } },
  })
  const [file] = positionals
  if (!file || positionals.length > 1) return { usage: true }
  const dataDir = await mkdtemp(path.join(tmpdir(), 'search-quality-'))
  const embedded = await startEmbedded({ dataDir, log: errorsOnly, durable: false })
  const database = openDatabase({ url: embedded.url, max: 2 })
  try {
    await migrate(database, errorsOnly)
    const progress = { begin: () => {}, read: () => {}, rows: () => {}, end: () => {} }
    await importFile(database.sql, path.resolve(file), { progress, signal })
    for (const [name, viewer] of Object.entries({ visitor, member })) {
      let hits = 0
      let withoutResult = 0
      for (const { query, accepted } of judgements) {
        const asked = { q: query, limit: FIRST, offset: 0, types: [], models: [] }
        const titles = (await searchPostsFor(database.sql, viewer, asked)).map(({ title }) => title)
        const isHit = titles.some((title) => accepted.includes(title))
        if (isHit) hits += 1
        if (titles.length === 0) withoutResult += 1
        if (values.show && !isHit) console.log(`  ${name}, ${query}: ${titles.join(' | ') || 'nothing'}`)
      }
      console.log(
        `${name}: ${hits} of ${judgements.length} have a hit in the first ${FIRST} (${(hits / judgements.length).toFixed(2)}), ${withoutResult} find nothing`,
      )
    }
  } finally {
    await database.close()
    await embedded.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return {}
})
