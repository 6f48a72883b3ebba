import { databaseMeaning } from '#server/database/errors.ts'
import { openForCommand } from './open-for-command.ts'

const STOPPED = 130

type Command = (given: {
  openDatabase: () => ReturnType<typeof openForCommand>
  /** Aborted by the first Ctrl-C; the second one ends the process at once. */
  signal: AbortSignal
}) => Promise<{ usage?: boolean; failed?: boolean }>

/** Runs a command to its exit code: 0 done, 1 failed with one line that says why, 130 stopped by Ctrl-C. */
export const runCommand = async (usage: string, command: Command): Promise<void> => {
  // What a command writes, an export for example, is readable for its account alone.
  process.umask(0o077)
  const stopping = new AbortController()
  let database: Awaited<ReturnType<typeof openForCommand>> | undefined
  const stop = () => {
    if (stopping.signal.aborted) process.exit(STOPPED)
    process.stderr.write('\nStopping after this step; press Ctrl-C again to end at once\n')
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
    process.exitCode = result.usage || result.failed ? 1 : stopping.signal.aborted ? STOPPED : 0
  } catch (error) {
    process.stderr.write(`${stopping.signal.aborted ? 'Stopped' : messageOf(error)}\n`)
    process.exitCode = stopping.signal.aborted ? STOPPED : 1
  } finally {
    await database?.close()
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
  }
}

const messageOf = (error: unknown): string => {
  if (error instanceof AggregateError) return messageOf(error.errors[0])
  if (databaseMeaning(error) === 'away')
    return `The database went away: ${(error as Error).message}. Run it again`
  return error instanceof Error ? error.message : String(error)
}
