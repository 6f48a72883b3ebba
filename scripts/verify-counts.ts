import { verifyCounts } from '#database/verify-counts.ts'
import { runCommand } from './run-command.ts'

const MAX_LISTED = 1_000

await runCommand('npm run verify-counts', async ({ openDatabase }) => {
  const { sql } = await openDatabase()
  const differences = await verifyCounts(sql)
  for (const { table, id, column, stored, expected } of differences.slice(0, MAX_LISTED)) {
    process.stdout.write(`${table} ${id}: ${column} is ${stored}, should be ${expected}\n`)
  }
  const total = differences.length === 1 ? '1 difference' : `${differences.length} differences`
  process.stdout.write(differences.length ? `${total}\n` : 'All counts are correct\n')
  return { failed: differences.length > 0 }
})
