import postgres from 'postgres'
import type { Log } from '../log.ts'
import type { Sql } from './connect.ts'

type Heard = {
  /** What was said on which channel. */
  onPayload(channel: string, payload: string): void
  /** The connection is there, perhaps again: what was said in between is lost. */
  onConnected(): void
}

const AGAIN_MS = 1_000

/**
 * Listens on one connection of its own, for as long as the process wants: when it is lost it is made anew. The
 * library's own `listen` gives up where the database is away for longer.
 */
export const listenTo = (
  { options }: Sql,
  channels: readonly string[],
  { onPayload, onConnected }: Heard,
  log: Pick<Log, 'warn'>,
): { close(): Promise<void> } => {
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let isWarned = false
  const again = () => {
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(() => void connect(), AGAIN_MS)
  }
  const own = {
    ...options,
    max: 1,
    idle_timeout: null,
    max_lifetime: null,
    fetch_types: false,
    onclose: again,
    onnotify: onPayload,
  }
  const sql = postgres(own as unknown as postgres.Options<Record<string, never>>)
  const connect = async () => {
    try {
      for (const channel of channels) await sql`listen ${sql(channel)}`
      isWarned = false
      onConnected()
    } catch (error) {
      if (!isWarned && !isClosed) log.warn({ err: error }, 'Cannot listen to the database; trying again')
      isWarned = true
      again()
    }
  }
  void connect()
  return {
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await sql.end({ timeout: 0 })
    },
  }
}
