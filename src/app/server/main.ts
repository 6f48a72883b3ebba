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

/** Files are private: what the server makes is readable for its account alone. */
process.umask(0o077)

const start = async (begin: (lifecycle: Lifecycle) => void) => {
  const config = readConfig(loadEnvironment())
  const log = openLog()
  const lifecycle = beginLifecycle(log)
  begin(lifecycle)
  const database = await openSiteDatabase({ config, log, lifecycle })
  await migrate(database, log)
  if (config.seed === 'demo') await seedDemo({ database, config, log })
  await offerAdminCode({ sql: database.sql, config, log })
  const app = await buildApp({ config, database, log, renderer: await openRenderer(config, lifecycle) })
  await listen(app, config, lifecycle)
  // A person at a terminal wants the one line that says where the site is; who collects the log, a line a request.
  if (!process.stderr.isTTY) app.log.level = 'info'
  process.stdout.write(`Prompt Collection is ready at ${config.publicUrl}\n`)
}

const isForTheOperator = (error: unknown): error is Error =>
  [ConfigError, DatabaseUnreachable, EmbeddedFailure, MigrationError, StartFailure].some(
    (kind) => error instanceof kind,
  )

let lifecycle: Lifecycle | undefined
try {
  await start((begun) => {
    lifecycle = begun
  })
} catch (error) {
  process.stderr.write(`${isForTheOperator(error) ? error.message : String((error as Error)?.stack)}\n`)
  await lifecycle?.stop()
  process.exit(1)
}
