import { parseArgs } from 'node:util'
import { writeBackup } from '#server/database/backup/backup.ts'
import { createFileStore } from '#server/media/create-file-store.ts'
import { runCommand } from './run-command.ts'
import { createProgressDisplay } from './show-progress.ts'

await runCommand('npm run backup -- FILE', async ({ openDatabase, signal }) => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [path] = positionals
  if (!path || positionals.length > 1) return { usage: true }
  const { url, config } = await openDatabase()
  const progress = createProgressDisplay()
  const manifest = await writeBackup({
    databaseUrl: url,
    files: createFileStore(config),
    path,
    signal,
    onProgress: progress.show,
  }).finally(progress.clear)
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  const { tables, files, missingFiles } = manifest
  if (missingFiles.length > 0)
    process.stderr.write(`${missingFiles.length} files were deleted during the backup\n`)
  process.stdout.write(
    `${rows} rows of ${tables.length} tables and ${files.length} files written to ${path}\n`,
  )
  return {}
})
