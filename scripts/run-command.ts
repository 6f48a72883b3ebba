import { HttpError } from '#core/http-error.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/connect.ts'
import { openEmbeddedDatabase } from '#server/database/embedded.ts'
import { classifyDatabaseError, isDatabaseDiskFull } from '#server/database/errors.ts'
import { migrate } from '#server/database/migrate.ts'
import { waitForDatabase } from '#server/database/wait-for-database.ts'
import { loadEnvironment } from '#server/load-environment.ts'
import { errorLogger } from '#server/log.ts'
import { describeWriteError } from '#server/write-completely.ts'

/**
 * Opens and migrates the database for a command-line script: the one that `DATABASE_URL` specifies or, if it is not
 * set, the embedded one, which is either shared with a running server or started just for this script. `applied` lists
 * the migrations that were applied. `close` also stops the database if it was started here.
 */
const openCommandDatabase = async (lastMigration?: string) => {
  const config = readConfig(loadEnvironment())
  const embedded = config.databaseUrl
    ? null
    : await openEmbeddedDatabase({ dataDir: config.dataDir, log: errorLogger })
  const url = config.databaseUrl ?? embedded?.url ?? ''
  const database = openDatabase({ url, max: 4 })
  const close = async () => {
    await database.close()
    await embedded?.stop()
  }
  try {
    await waitForDatabase(database, url)
    const applied = await migrate(database, errorLogger, undefined, lastMigration)
    return { ...database, close, applied, url: config.databaseDirectUrl ?? url, config }
  } catch (error) {
    await close()
    throw error
  }
}

const EXIT_CODE_INTERRUPTED = 130

type Command = (context: {
  /** Applies migrations up to `lastMigration`, or all of them if it is omitted. */
  openDatabase: (lastMigration?: string) => ReturnType<typeof openCommandDatabase>
  /** Aborted by the first Ctrl+C; the second one exits immediately. */
  signal: AbortSignal
}) => Promise<{ usage?: boolean; failed?: boolean }>

/**
 * Runs a command and sets the exit code: 0 for success, 1 for a failure with a one-line message, 130 for
 * Ctrl+C.
 */
export const runCommand = async (usage: string, command: Command): Promise<void> => {
  // Makes files that a command writes, such as an export, readable by this user account only.
  process.umask(0o077)
  const stopping = new AbortController()
  let database: Awaited<ReturnType<typeof openCommandDatabase>> | undefined
  const stop = () => {
    if (stopping.signal.aborted) process.exit(EXIT_CODE_INTERRUPTED)
    process.stderr.write('\nStopping after this step. Press Ctrl+C again to stop immediately.\n')
    stopping.abort()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  try {
    const open = async (lastMigration?: string) => {
      database = await openCommandDatabase(lastMigration)
      return database
    }
    const result = await command({ openDatabase: open, signal: stopping.signal })
    if (result.usage) process.stderr.write(`Usage: ${usage}\n`)
    process.exitCode = result.usage || result.failed ? 1 : stopping.signal.aborted ? EXIT_CODE_INTERRUPTED : 0
  } catch (error) {
    process.stderr.write(`${stopping.signal.aborted ? 'Stopped' : messageOf(error)}\n`)
    process.exitCode = stopping.signal.aborted ? EXIT_CODE_INTERRUPTED : 1
  } finally {
    await database?.close()
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
  }
}

const messageOf = (error: unknown): string => {
  if (error instanceof AggregateError) return messageOf(error.errors[0])
  const message = error instanceof Error ? error.message : String(error)
  if (isDatabaseDiskFull(error))
    return `The disk of the database is full: ${message}. Free some space and run the command again.`
  if (classifyDatabaseError(error) === 'unavailable')
    return `The connection to the database was lost: ${message}. Run the command again.`
  // The error of an HTTP response says less than its cause.
  const reason = error instanceof HttpError ? describeWriteError(error.cause) : null
  return reason ? `Cannot write to DATA_DIR: ${reason}` : message
}
