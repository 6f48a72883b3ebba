import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { parseDatabaseUrl } from '#server/database/database-url.ts'
import { cleanUpAfter } from './clean-up.ts'

/** The types of the messages with which PostgreSQL's protocol begins a statement: Query, Parse and Bind. */
const BEGINNINGS = new Set(['Q', 'P', 'B'])
/** The types of the messages with which a client ends a statement: Query and Sync. */
const ENDS = new Set(['Q', 'S'])

export type PausingProxy = {
  /** The database's URL through the proxy. */
  url: string
  /**
   * Counts the statements from now on and holds the one with this number back until `resume` is called. Resolves when
   * the statement has arrived.
   */
  pauseBefore(statement: number): Promise<void>
  resume(): void
  /** Closes all connections at once, as the operating system does for a client that is killed. */
  cut(): void
  /** The number of statements since `pauseBefore` was called. */
  count(): number
}

/**
 * Starts a proxy in front of PostgreSQL that can hold back a statement of a server, so that a test decides what another
 * server does between two statements. It is closed after the file's tests.
 */
export const startPausingProxy = async (databaseUrl: string): Promise<PausingProxy> => {
  const { host = 'localhost', port = 5432 } = parseDatabaseUrl(databaseUrl)
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  let pauseAt = Infinity
  let seen = 0
  let paused = Promise.withResolvers<void>()
  let resumed = Promise.withResolvers<void>()

  const waitForTurn = async () => {
    seen += 1
    if (seen !== pauseAt) return
    paused.resolve()
    await resumed.promise
  }
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const database = connect(target)
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        client.destroy()
        database.destroy()
      })
    }
    database.pipe(client)
    void forwardStatements(client, database, waitForTurn).catch(() => client.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanUpAfter(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port: proxyPort } = server.address() as { port: number }
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  url.host = `127.0.0.1:${proxyPort}`
  return {
    url: url.href,
    pauseBefore: (statement) => {
      seen = 0
      pauseAt = statement
      paused = Promise.withResolvers()
      resumed = Promise.withResolvers()
      return paused.promise
    },
    resume: () => resumed.resolve(),
    cut: () => {
      for (const socket of sockets) socket.destroy()
      sockets.clear()
      pauseAt = Infinity
      resumed.resolve()
    },
    count: () => seen,
  }
}

/** Forwards the client's messages one by one, waiting for `waitForTurn` before each statement. */
const forwardStatements = async (
  client: Socket,
  database: Socket,
  waitForTurn: () => Promise<void>,
): Promise<void> => {
  let rest: Buffer = Buffer.alloc(0)
  // The startup message has no type.
  let isStartup = true
  let isBetween = true
  for await (const chunk of client as AsyncIterable<Buffer>) {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const header = isStartup ? 0 : 1
      if (rest.length < header + 4) break
      const length = header + rest.readUInt32BE(header)
      if (rest.length < length) break
      const type = isStartup ? '' : String.fromCharCode(rest.readUInt8(0))
      if (isBetween && BEGINNINGS.has(type)) await waitForTurn()
      if (BEGINNINGS.has(type)) isBetween = false
      if (ENDS.has(type)) isBetween = true
      database.write(rest.subarray(0, length))
      rest = rest.subarray(length)
      isStartup = false
    }
  }
}
