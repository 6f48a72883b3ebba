import Fastify, { type FastifyBaseLogger } from 'fastify'
import { ConfigError, readConfig } from '#server/config.ts'
import { EmbeddedDatabaseError } from '#server/database/embedded.ts'
import { MigrationError } from '#server/database/errors.ts'
import { DatabaseUnavailableError } from '#server/database/wait-for-database.ts'
import { loadEnvironment } from '#server/load-environment.ts'
import { startTracing } from '#server/tracing/start-tracing.ts'
import { reportStartError } from '#server/workers.ts'
import { describeWriteError } from '#server/write-completely.ts'
import { type Lifecycle, StartupError, startLifecycle } from './lifecycle.ts'
import { createLogDestination } from './log-destination.ts'
import { startWebServer } from './start.ts'

/**
 * Creates a logger that writes only warnings and errors, as JSON lines on stderr. Stdout is reserved for the line that
 * reports that the server is ready. Writes asynchronously, every 4 KB or once a second, because a synchronous write per
 * request would slow cached responses down by a tenth.
 */
const createLogger = (): FastifyBaseLogger =>
  // Fastify creates the logger, so it has the same serializers as the request log.
  Fastify({ logger: { level: 'warn', stream: createLogDestination(process.stderr.fd) } }).log

// If the terminal is gone or the disk of a file is full, an error without a listener would end the process.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {})

/** Files that the server creates are readable only by its own user account. */
process.umask(0o077)

const isOperatorError = (error: unknown): error is Error =>
  [ConfigError, DatabaseUnavailableError, EmbeddedDatabaseError, MigrationError, StartupError].some(
    (kind) => error instanceof kind,
  )

let lifecycle: Lifecycle | undefined

/**
 * Reports the error and exits. If this is one of several workers, the leader reports the error, so it appears
 * only once.
 */
const fail = async (error: unknown): Promise<void> => {
  const reason = describeWriteError(error)
  const message = isOperatorError(error)
    ? error.message
    : reason
      ? `Cannot write to DATA_DIR: ${reason}`
      : String((error as Error)?.stack)
  reportStartError(message)
  await lifecycle?.stop()
  process.exit(1)
}

try {
  const config = readConfig(loadEnvironment())
  const log = createLogger()
  lifecycle = startLifecycle(log)
  lifecycle.onStop(await startTracing(config))
  await startWebServer({ config, log, lifecycle }, (error) => void fail(error))
} catch (error) {
  await fail(error)
}
