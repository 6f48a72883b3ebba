import pg from 'pg'
import type { Logger } from '../log.ts'
import { parseDatabaseUrl } from './database-url.ts'

type Listener = {
  /** Called for each notification on a channel. */
  onPayload(channel: string, payload: string): void
  /** Called after each connect or reconnect; notifications that were sent while disconnected are lost. */
  onConnected(): void
}

const RECONNECT_AFTER_MS = 1_000

/** Runs LISTEN on a dedicated connection until `close` is called; reconnects if the connection is lost. */
export const listenForNotifications = (
  url: string,
  channels: readonly string[],
  { onPayload, onConnected }: Listener,
  log: Pick<Logger, 'warn'>,
): { close(): Promise<void> } => {
  let isClosed = false
  let isWarned = false
  let timer: NodeJS.Timeout | undefined
  let current: pg.Client | undefined

  const reconnect = () => {
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(() => void connect(), RECONNECT_AFTER_MS)
  }

  const connect = async () => {
    const { isPreparedByRequest: _, ...config } = parseDatabaseUrl(url)
    const client = new pg.Client({ ...config, connectionTimeoutMillis: 5_000, keepAlive: true })
    current = client
    client.on('error', () => {})
    client.on('end', reconnect)
    client.on('notification', ({ channel, payload }) => onPayload(channel, payload ?? ''))
    try {
      await client.connect()
      for (const channel of channels) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
      isWarned = false
      onConnected()
    } catch (error) {
      if (!isWarned && !isClosed)
        log.warn({ err: error }, 'Cannot listen for database notifications; retrying')
      isWarned = true
      await client.end().catch(() => {})
      reconnect()
    }
  }

  void connect()
  return {
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await current?.end().catch(() => {})
    },
  }
}
