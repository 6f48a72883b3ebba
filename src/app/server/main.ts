import { seedDemo } from '#database/seed.ts'
import { offerAdminCode } from '#features/identity/server/admin-code.ts'
import { ConfigError, loadEnvironment, readConfig } from '#server/config.ts'
import { EmbeddedFailure } from '#server/database/embedded/failure.ts'
import { MigrationError, migrate } from '#server/database/migrate.ts'
import { DatabaseUnreachable } from '#server/database/reach.ts'
import { buildApp } from './build-app.ts'
import { beginLifecycle, type Lifecycle, listen, StartFailure } from './lifecycle.ts'
import { openLog } from './log.ts'
import { openRenderer } from './open-renderer.ts'
import { openSiteDatabase } from './site-database.ts'

/** Makes all files that the server creates readable by its own account only. */
process.umask(0o077)

const start = async (onLifecycle: (lifecycle: Lifecycle) => void) => {
  const config = readConfig(loadEnvironment())
  const log = openLog()
  const lifecycle = beginLifecycle(log)
  onLifecycle(lifecycle)
  const database = await openSiteDatabase({ config, log, lifecycle })
  await migrate(database, log)
  if (config.seed === 'demo') await seedDemo({ database, config, log })
  await offerAdminCode({ sql: database.sql, config, log })
  const app = await buildApp({ config, database, log, renderer: await openRenderer(config, lifecycle) })
  await listen(app, config, lifecycle)
  // At a terminal the one line with the site's URL is enough; a log collector also gets one line per request.
  if (!process.stderr.isTTY) app.log.level = 'info'
  process.stdout.write(`Prompt Collection is ready at ${config.publicUrl}\n`)
}

const isOperatorError = (error: unknown): error is Error =>
  [ConfigError, DatabaseUnreachable, EmbeddedFailure, MigrationError, StartFailure].some(
    (kind) => error instanceof kind,
  )

let lifecycle: Lifecycle | undefined
try {
  await start((started) => {
    lifecycle = started
  })
} catch (error) {
  process.stderr.write(`${isOperatorError(error) ? error.message : String((error as Error)?.stack)}\n`)
  await lifecycle?.stop()
  process.exit(1)
}
