import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { noPostFilters } from '#core/post-filters.ts'
import { searchWithSpellingCorrection } from '#features/search/server/search-posts.ts'
import { openDatabase } from '#server/database/connect.ts'
import { startEmbeddedDatabase } from '#server/database/embedded.ts'
import { migrate } from '#server/database/migrate.ts'
import { errorLogger } from '#server/log.ts'
import { importFile } from '#use-cases/import-file.ts'
import { runCommand } from '../scripts/run-command.ts'
import { buildViewer } from '../tests/support/viewer.ts'

/**
 * Measures search quality: how many of the judged queries have an accepted post among their first five
 * results. The prompts come from a file in a format that `npm run import` reads and are imported into a
 * temporary database; the judgements identify them by title. `--show` prints the results of queries without a
 * hit.
 */
const USAGE = 'npm run evaluate:search -- FILE [--show]'
const RESULT_COUNT = 5

type Judgement = { query: string; accepted: string[] }

const judgements = JSON.parse(
  readFileSync(new URL('search-judgements.json', import.meta.url), 'utf8'),
) as Judgement[]

const viewers = { visitor: null, member: buildViewer({ id: 0 }) }

await runCommand(USAGE, async ({ signal }) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { show: { type: 'boolean', default: false } },
  })
  const [file] = positionals
  if (!file || positionals.length > 1) return { usage: true }
  const dataDir = await mkdtemp(path.join(tmpdir(), 'search-quality-'))
  const embedded = await startEmbeddedDatabase({ dataDir, log: errorLogger, durable: false })
  const database = openDatabase({ url: embedded.url, max: 2 })
  try {
    await migrate(database, errorLogger)
    const progress = { startStep: () => {}, setBytes: () => {}, setRows: () => {}, finish: () => {} }
    await importFile(database.sql, path.resolve(file), { progress, signal })
    for (const [name, viewer] of Object.entries(viewers)) {
      let hits = 0
      let withoutResult = 0
      for (const { query, accepted } of judgements) {
        const request = { q: query, limit: RESULT_COUNT, offset: 0, ...noPostFilters }
        const titles = (await searchWithSpellingCorrection(database.sql, viewer, request)).map(
          ({ title }) => title,
        )
        const isHit = titles.some((title) => accepted.includes(title))
        if (isHit) hits += 1
        if (titles.length === 0) withoutResult += 1
        if (values.show && !isHit) console.log(`  ${name}, ${query}: ${titles.join(' | ') || 'no results'}`)
      }
      console.log(
        `${name}: ${hits} of ${judgements.length} queries have a hit in the first ${RESULT_COUNT} (${(hits / judgements.length).toFixed(2)}), ${withoutResult} have no results`,
      )
    }
  } finally {
    await database.close()
    await embedded.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return {}
})
