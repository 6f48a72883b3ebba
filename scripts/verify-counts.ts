import { verifyCounts } from '#database/verify-counts.ts'
import { runCommand } from './run-command.ts'

const LISTED = 1_000

await runCommand('npm run verify-counts', async ({ openDatabase }) => {
  const { sql } = await openDatabase()
  const differences = await verifyCounts(sql)
  for (const { table, id, column, stored, true: truth } of differences.slice(0, LISTED)) {
    process.stdout.write(`${table} ${id}: ${column} is ${stored}, should be ${truth}\n`)
  }
  const sum = differences.length === 1 ? '1 difference' : `${differences.length} differences`
  process.stdout.write(differences.length ? `${sum}\n` : 'All counts are right\n')
  return { failed: differences.length > 0 }
})
