import type pg from 'pg'

/**
 * The options of a connection that may be idle or wait for long. Without keep-alive, a connection that a firewall has
 * dropped silently looks open for about two hours.
 */
export const keepAliveOptions = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const

/**
 * Closes the connection at once, because node-postgres has no public way to abandon a statement that gets no response,
 * and `end` waits for a server that may never answer.
 */
export const destroyConnection = (client: pg.ClientBase): void => {
  ;(client as pg.ClientBase & { connection: pg.Connection }).connection.stream.destroy()
}
