import { databaseMeaning } from '#server/database/errors.ts'
import { openForCommand } from './open-for-command.ts'

const EXIT_CODE_INTERRUPTED = 130

type Command = (context: {
  openDatabase: () => ReturnType<typeof openForCommand>
  /** Aborted by the first Ctrl+C; the second one ends the process immediately. */
  signal: AbortSignal
}) => Promise<{ usage?: boolean; failed?: boolean }>

/**
 * Runs a command and sets the exit code: 0 for success, 1 for a failure with a one-line message, 130 for
 * Ctrl+C.
 */
export const runCommand = async (usage: string, command: Command): Promise<void> => {
  // Makes files that a command writes, such as an export, readable by this account only.
  process.umask(0o077)
  const stopping = new AbortController()
  let database: Awaited<ReturnType<typeof openForCommand>> | undefined
  const stop = () => {
    if (stopping.signal.aborted) process.exit(EXIT_CODE_INTERRUPTED)
    process.stderr.write('\nStopping after this step. Press Ctrl+C again to stop immediately.\n')
    stopping.abort()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  try {
    const open = async () => {
      database = await openForCommand()
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
  if (databaseMeaning(error) === 'unavailable')
    return `The connection to the database was lost: ${(error as Error).message}. Run the command again.`
  return error instanceof Error ? error.message : String(error)
}
