import { parseArgs } from 'node:util'
import { accessTables } from '#app/server/features.ts'
import { rejectEarlierCodes } from '#features/identity/server/second-factors/authenticator-app-query.ts'
import { verifyArchive } from '#server/database/backup/archive.ts'
import { requireKnownMigrations, restoreBackup } from '#server/database/backup/restore.ts'
import { migrate } from '#server/database/migrate.ts'
import { errorLogger } from '#server/log.ts'
import { createFileStore } from '#server/media/create-file-store.ts'
import { runCommand } from './run-command.ts'
import { createProgressDisplay } from './show-progress.ts'

await runCommand('npm run restore -- FILE', async ({ openDatabase, signal }) => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [path] = positionals
  if (!path || positionals.length > 1) return { usage: true }
  const manifest = await verifyArchive(path, signal)
  await requireKnownMigrations(manifest)
  const database = await openDatabase(manifest.migrations.at(-1)?.name)
  const progress = createProgressDisplay()
  await restoreBackup({
    databaseUrl: database.url,
    files: createFileStore(database.config),
    path,
    manifest,
    accessTables,
    signal,
    onProgress: progress.show,
  }).finally(progress.clear)
  await migrate(database, errorLogger)
  await rejectEarlierCodes(database.sql)
  const rows = manifest.tables
    .filter(({ name }) => !accessTables.includes(name))
    .reduce((sum, table) => sum + table.rows, 0)
  process.stdout.write(
    `${rows} rows and ${manifest.files.length} files restored from ${path}\nEverybody has to sign in again.\n`,
  )
  return {}
})
