import pg from 'pg'
import { parse, toClientConfig } from 'pg-connection-string'
import Cursor from 'pg-cursor'
import { DatabaseUnavailable, databaseMeaning } from './errors.ts'
import { columnNames, toRow, toRows, withCount } from './rows.ts'
import { probeServer, type ServerState, watchForSilence } from './silence.ts'
import { type AnySql, type Executor, type QueryText, type Rows, sqlFor } from './sql.ts'

/**
 * Milliseconds. The limits travel in the connection's first message, which costs no round trip, and hold for every
 * statement. PgBouncer refuses such parameters unless its operator lists them (08P01), and `SET` is no substitute: in
 * transaction mode the next statement may run on another connection.
 */
export const sessionLimits = {
  statement_timeout: 15_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 30_000,
} as const

/** Milliseconds that a request waits for a connection, whether a new one or one of the pool. */
const ACQUIRE_TIMEOUT_MS = 5_000
/** Longer than `statement_timeout`, so that it ends only statements whose answer was lost. */
const ANSWER_TIMEOUT_MS = 20_000
/** Milliseconds that running statements may take once the pool is being closed. */
const CLOSE_TIMEOUT_MS = 5_000
/** Statements beyond this many are not prepared; the site has some 300. */
const MAX_PREPARED = 2_000

export type Sql = AnySql & {
  /** Runs `work` in one transaction: commits when it resolves, rolls back when it rejects. */
  begin<T>(work: (tx: AnySql) => Promise<T>): Promise<T>
  /** `mode` is the rest of PostgreSQL's `BEGIN`, such as `read only`. */
  begin<T>(mode: string, work: (tx: AnySql) => Promise<T>): Promise<T>
}

export type Pool = {
  sql: Sql
  /** What a new connection meets. */
  probe(): Promise<ServerState>
  /** From now on connects without `sessionLimits`, and without prepared statements unless the URL asks for them. */
  dropLimits(): void
  /** Waits for running statements, at most five seconds. */
  close(): Promise<void>
}

/** Opens no connection yet: each statement that finds none idle makes one. */
export const openPool = (
  url: string,
  max: number,
  onQuery: (text: string) => void = () => {},
  statementTimeoutMs: number = sessionLimits.statement_timeout,
): Pool => {
  const { isPreparedByRequest, ...target } = connectionConfig(url)
  const pool = new pg.Pool({
    ...target,
    ...sessionLimits,
    statement_timeout: statementTimeoutMs,
    max,
    connectionTimeoutMillis: ACQUIRE_TIMEOUT_MS,
    idleTimeoutMillis: 300_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  })
  const clients = new Set<pg.PoolClient>()
  // Whoever runs a statement on a lost connection gets the error; without these listeners it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    clients.add(client)
    client.on('error', () => {})
  })
  pool.on('remove', (client) => clients.delete(client))
  // node-postgres hides the password of `pool.options` from a copy.
  const probe = () => probeServer({ ...pool.options, password: target.password })
  const silence = watchForSilence(probe)
  const prepared = preparedStatements()
  let isPreparing = true

  const answerTimeoutMs = statementTimeoutMs === 0 ? Infinity : ANSWER_TIMEOUT_MS

  const acquire = () => pool.connect().catch(asUnavailable)

  const send = <T>(
    client: pg.PoolClient,
    { text, values }: QueryText,
    maxMs = Infinity,
  ): Promise<Rows<T>> => {
    onQuery(text)
    const name = isPreparing ? prepared.nameOf(text) : undefined
    const statement = client.query<unknown[]>({ text, values, rowMode: 'array', ...(name && { name }) })
    return silence
      .watch(statement, maxMs, () => disconnect(client))
      .then((result) => toRows<T>(result), asUnavailable)
  }

  const sendScript = <T>(client: pg.PoolClient, text: string): Promise<Rows<T>> => {
    onQuery(text)
    return silence
      .watch(client.query(text), Infinity, () => disconnect(client))
      .then(() => withCount([] as T, 0), asUnavailable)
  }

  const read = async function* <T>(
    client: pg.PoolClient,
    { text, values }: QueryText,
    size: number,
  ): AsyncGenerator<T> {
    onQuery(text)
    const cursor = client.query(new Cursor<unknown[]>(text, values, { rowMode: 'array' }))
    try {
      for (;;) {
        const { rows, names } = await readBatch(cursor, size)
        if (rows.length === 0) return
        yield rows.map((row) => toRow(names, row)) as T
      }
    } finally {
      await cursor.close().catch(() => {})
    }
  }

  /** The connection returns to the pool after an error of the statement, and is closed after one of its own. */
  const withClient = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const client = await acquire()
    try {
      const result = await work(client)
      client.release()
      return result
    } catch (error) {
      client.release(isLost(error))
      throw error
    }
  }

  const onPool: Executor = {
    run: async <T>(query: QueryText) => {
      const attempt = () => withClient((client) => send<T>(client, query, answerTimeoutMs))
      try {
        return await attempt()
      } catch (error) {
        if (!isStalePlan(error)) throw error
        prepared.rename(query.text)
        return attempt()
      }
    },
    runScript: (text) => withClient((client) => sendScript(client, text)),
    readBatches: async function* <T>(query: QueryText, size: number) {
      const client = await acquire()
      let isWhole = false
      try {
        yield* read<T>(client, query, size)
        isWhole = true
      } finally {
        client.release(!isWhole)
      }
    },
  }

  const begin = async <T>(mode: string, work: (tx: AnySql) => Promise<T>): Promise<T> => {
    const client = await acquire()
    const inOrder = serialize()
    const onClient: Executor = {
      run: (query) => inOrder(() => send(client, query)),
      runScript: (text) => inOrder(() => sendScript(client, text)),
      readBatches: (query, size) => read(client, query, size),
    }
    try {
      await onClient.runScript(`begin ${mode}`)
      const result = await work(sqlFor(onClient))
      await onClient.runScript('commit')
      client.release()
      return result
    } catch (error) {
      const isRolledBack = await onClient.runScript('rollback').then(
        () => true,
        () => false,
      )
      client.release(!isRolledBack)
      throw error
    }
  }

  return {
    sql: Object.assign(sqlFor(onPool), {
      begin: <T>(...args: [(tx: AnySql) => Promise<T>] | [string, (tx: AnySql) => Promise<T>]) =>
        args.length === 1 ? begin('', args[0]) : begin(...args),
    }),
    probe,
    dropLimits: () => {
      for (const name of Object.keys(sessionLimits)) delete pool.options[name as keyof typeof sessionLimits]
      isPreparing = isPreparedByRequest
    },
    close: async () => {
      silence.stop()
      const timer = setTimeout(() => {
        for (const client of clients) disconnect(client)
      }, CLOSE_TIMEOUT_MS)
      await pool.end().finally(() => clearTimeout(timer))
    },
  }
}

/**
 * A Unix socket is written as libpq writes it, `?host=/folder`, and `sslmode` means what it means there. `prepare=true`
 * keeps prepared statements behind a pooler.
 */
export const connectionConfig = (url: string): pg.ClientConfig & { isPreparedByRequest: boolean } => {
  const options = parse(url, { useLibpqCompat: true })
  return {
    ...toClientConfig(options),
    application_name: options.application_name ?? 'prompt-collection',
    isPreparedByRequest: new URL(url).searchParams.get('prepare') === 'true',
  }
}

/** The client has no public way to abandon a statement that the server does not answer. */
const disconnect = (client: pg.PoolClient) => {
  ;(client as pg.PoolClient & { connection: pg.Connection }).connection.stream.destroy()
}

/** Errors of the server and of our own code are passed on; every other one comes from the connection. */
const asUnavailable = (error: unknown): never => {
  if ([pg.DatabaseError, TypeError, RangeError, SyntaxError].some((kind) => error instanceof kind))
    throw error
  throw new DatabaseUnavailable(error)
}

const isLost = (error: unknown) => databaseMeaning(error) === 'away'

/** Statements are prepared under one name on every connection, so that PostgreSQL can keep their plans. */
const preparedStatements = () => {
  const names = new Map<string, string>()
  let count = 0
  const rename = (text: string) => {
    count += 1
    names.set(text, `s${count}`)
    return names.get(text)
  }
  return {
    nameOf: (text: string) => names.get(text) ?? (names.size < MAX_PREPARED ? rename(text) : undefined),
    rename,
  }
}

/** A migration changed what a prepared statement returns, or a pooler moved us to a connection that lacks it. */
const isStalePlan = (error: unknown) =>
  error instanceof pg.DatabaseError &&
  (error.routine === 'RevalidateCachedQuery' || error.routine === 'FetchPreparedStatement')

/** One statement at a time: a transaction has a single connection, whose queue the client will not keep for us. */
const serialize = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(run: () => Promise<T>): Promise<T> => {
    const next = last.then(run)
    last = next.catch(() => {})
    return next
  }
}

const readBatch = (cursor: Cursor<unknown[]>, size: number) =>
  new Promise<{ rows: unknown[][]; names: string[] }>((resolve, reject) => {
    cursor.read(size, (error, rows, result) => {
      if (error) reject(error)
      else resolve({ rows, names: columnNames(result?.fields ?? []) })
    })
  }).catch(asUnavailable)
