import pg from 'pg'
import type { Logger } from '../log.ts'
import { parseDatabaseUrl } from './database-url.ts'
import { destroyConnection, keepAliveOptions } from './long-connection.ts'

type Listener = {
  /** Called for each notification on a channel. */
  onPayload(channel: string, payload: string): void
  /** Called after each connect or reconnect; notifications that were sent while disconnected are lost. */
  onConnected(isReconnection: boolean): void
}

const RECONNECT_AFTER_MS = 1_000

/** A connection that a firewall or a failover dropped silently is noticed within the sum of the two. */
const TIMING = { checkMs: 10_000, responseMs: 10_000 }

/** Runs LISTEN on a dedicated connection until `close` is called; reconnects if the connection is lost. */
export const listenForNotifications = (
  url: string,
  channels: readonly string[],
  { onPayload, onConnected }: Listener,
  log: Pick<Logger, 'warn'>,
  { checkMs, responseMs } = TIMING,
): { close(): Promise<void> } => {
  let isClosed = false
  let isWarned = false
  let wasConnected = false
  let timer: NodeJS.Timeout | undefined
  let current: pg.Client | undefined

  const reconnect = () => {
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(() => void connect(), RECONNECT_AFTER_MS)
  }

  /** Sends a statement from time to time, because a connection that only listens never notices its loss. */
  const check = (client: pg.Client) => {
    timer = setTimeout(async () => {
      try {
        await client.query('select 1')
        if (current === client && !isClosed) check(client)
      } catch {
        destroyConnection(client)
      }
    }, checkMs)
  }

  const connect = async () => {
    const { isPreparedByRequest: _, ...config } = parseDatabaseUrl(url)
    const client = new pg.Client({
      ...config,
      ...keepAliveOptions,
      connectionTimeoutMillis: 5_000,
      query_timeout: responseMs,
    })
    current = client
    client.on('error', () => {})
    client.on('end', reconnect)
    client.on('notification', ({ channel, payload }) => onPayload(channel, payload ?? ''))
    try {
      await client.connect()
      for (const channel of channels) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
      isWarned = false
      check(client)
      onConnected(wasConnected)
      wasConnected = true
    } catch (error) {
      if (!isWarned && !isClosed)
        log.warn({ err: error }, 'Cannot listen for database notifications; retrying')
      isWarned = true
      destroyConnection(client)
      reconnect()
    }
  }

  void connect()
  return {
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      if (!current) return
      const late = setTimeout(destroyConnection, CLOSE_TIMEOUT_MS, current)
      await current.end().catch(() => {})
      clearTimeout(late)
    },
  }
}

const CLOSE_TIMEOUT_MS = 2_000
