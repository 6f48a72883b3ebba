import { parseArgs } from 'node:util'
import { exportPostsToFile } from '#features/import/server/export-posts.ts'
import { runCommand } from './run-command.ts'

await runCommand('npm run export -- FILE', async ({ openDatabase, signal }) => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [path] = positionals
  if (!path || positionals.length > 1) return { usage: true }
  const { sql } = await openDatabase()
  const count = await exportPostsToFile(sql, path, {
    signal,
    onRows: (rows) => {
      if (process.stderr.isTTY) process.stderr.write(`\r${rows} posts`)
    },
  })
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
  process.stdout.write(`${count} posts written to ${path}\n`)
  return {}
})
