import { parseArgs } from 'node:util'
import { createProgressReporter } from '#features/import/server/progress.ts'
import { describeImportSummary, importFile } from '#use-cases/import-file.ts'
import { runCommand } from './run-command.ts'

const USAGE = 'npm run import -- FILE [--topic NAME] [--author NAME] [--dry-run]'

await runCommand(USAGE, async ({ openDatabase, signal }) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { topic: { type: 'string' }, author: { type: 'string' }, 'dry-run': { type: 'boolean' } },
  })
  const [path] = positionals
  if (!path || positionals.length > 1) return { usage: true }
  const { sql } = await openDatabase()
  const progress = createProgressReporter(process.stderr)
  const isDryRun = values['dry-run'] ?? false
  try {
    const summary = await importFile(sql, path, { ...values, isDryRun, progress, signal })
    progress.finish()
    process.stdout.write(describeImportSummary(summary, isDryRun))
  } finally {
    progress.finish()
  }
  return {}
})
