import pTimeout from 'p-timeout'
import type { Logger } from '../log.ts'
import { classifyDatabaseError, DatabaseConnectionError } from './errors.ts'
import type { Pool } from './pool.ts'
import { dropRejectedSessionLimits } from './rejected-limits.ts'
import { createPositionHistory } from './replication-positions.ts'
import { createSqlTag, type Executor } from './sql.ts'
import { type Begin, type Sql, withBeginDefaults } from './transaction.ts'

/**
 * The state of a replica as shown to operators. `lagMs` is null until it is known, or if the server is not a standby.
 */
export type ReplicaState = { name: string; isUsable: boolean; lagMs: number | null; problem: string | null }

/** The pools for one replica: for ordinary reads, for expensive reads, and for monitoring. */
export type ReplicaPools = { name: string; normal: Pool; expensive: Pool; watch: Pool }

type Kind = 'normal' | 'expensive'
type Replica = ReplicaState & { pools: ReplicaPools }

/** A failed replica stops receiving reads within this interval plus the timeout. */
const CHECK_INTERVAL_MS = 400
const CHECK_TIMEOUT_MS = 500

type Options = {
  replicas: readonly ReplicaPools[]
  primary: Record<Kind, Pool>
  /** A separate pool for reading the primary's position, so a busy pool does not delay the checks. */
  watchPrimary: Pool
  /** Replicas that lag further behind are not used for reads. */
  maxLagMs: number
  log: Logger
}

export type Replicas = {
  /** Spreads reads over the usable replicas, or uses the primary if there are none. For reads only. */
  readSql: Record<Kind, Sql>
  states(): ReplicaState[]
  stop(): void
}

/**
 * Monitors replicas and spreads reads over the usable ones. A replica that is unavailable, starting or too far behind
 * is not used until it has recovered; reads that fail on it are repeated on the primary.
 */
export const watchReplicas = (options: Options): Replicas => {
  const { primary, watchPrimary, maxLagMs, log } = options
  const replicas: Replica[] = options.replicas.map((pools) => ({
    name: pools.name,
    pools,
    isUsable: true,
    lagMs: null,
    problem: null,
  }))
  const positions = createPositionHistory()
  let turn = 0

  const choose = (): Replica | null => {
    const usable = replicas.filter(({ isUsable }) => isUsable)
    turn += 1
    return usable[turn % usable.length] ?? null
  }

  const leave = (replica: Replica, problem: string) => {
    replica.problem = problem
    if (!replica.isUsable) return
    replica.isUsable = false
    log.warn({ replica: replica.name, problem }, 'Reading from the primary instead of a replica')
    // Reads that are waiting for a suspended server fail now and are repeated on the primary.
    for (const pool of [replica.pools.normal, replica.pools.expensive]) pool.disconnect()
  }

  const takeBack = (replica: Replica) => {
    replica.problem = null
    if (replica.isUsable) return
    replica.isUsable = true
    log.warn({ replica: replica.name }, 'Reading from the replica again')
  }

  const check = async (replica: Replica, isPrimaryAvailable: boolean) => {
    try {
      const replayed = await inTime(readPosition(replica.pools.watch, 'pg_last_wal_replay_lsn'))
      replica.lagMs = replayed === null ? null : positions.lagOf(replayed, performance.now())
      // While the primary is unavailable, outdated data is better than none.
      if (isPrimaryAvailable && (replica.lagMs ?? 0) > maxLagMs) leave(replica, 'is too far behind')
      else takeBack(replica)
    } catch (error) {
      leave(replica, error instanceof Error ? error.message : String(error))
      const { normal, expensive, watch: probed } = replica.pools
      if (error instanceof NoResponse) return
      await dropRejectedSessionLimits(probed, [normal, expensive, probed], log)
    }
  }

  const checkAll = async () => {
    const position = await inTime(readPosition(watchPrimary, 'pg_current_wal_lsn')).catch(() => undefined)
    if (position) positions.add(position, performance.now())
    await Promise.all(replicas.map((replica) => check(replica, position !== undefined)))
  }

  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  const watch = async () => {
    await checkAll()
    if (!isStopped) timer = setTimeout(() => void watch(), CHECK_INTERVAL_MS).unref()
  }
  if (replicas.length > 0) void watch()

  const readSqlOf = (kind: Kind): Sql => {
    const onPrimary = primary[kind]
    /** Reads from a replica; from the primary if there is none, or if it failed in a way that `canRepeat` accepts. */
    const read = async <T>(
      readFrom: (pool: Pool) => Promise<T>,
      canRepeat: (error: unknown) => boolean,
    ): Promise<T> => {
      const replica = choose()
      if (!replica) return readFrom(onPrimary)
      try {
        return await readFrom(replica.pools[kind])
      } catch (error) {
        if (isUnavailable(error)) leave(replica, (error as Error).message)
        if (!canRepeat(error)) throw error
        return readFrom(onPrimary)
      }
    }
    const executor: Executor = {
      run: (query) => read((pool) => pool.executor.run(query), isReplicaFault),
      runScript: (text) => read((pool) => pool.executor.runScript(text), isReplicaFault),
      // No page reads in batches, which could not be repeated once the first one has been used.
      readBatches: onPrimary.executor.readBatches,
    }
    // The work might not be repeatable once its statements have had results.
    const begin: Begin = (...args) => read((pool) => (pool.sql.begin as Begin)(...args), isBeforeTransaction)
    return Object.assign(createSqlTag(executor), {
      begin: withBeginDefaults(begin),
      reserve: onPrimary.sql.reserve,
    })
  }

  return {
    readSql: { normal: readSqlOf('normal'), expensive: readSqlOf('expensive') },
    states: () => replicas.map(({ name, isUsable, lagMs, problem }) => ({ name, isUsable, lagMs, problem })),
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

class NoResponse extends Error {}

const isUnavailable = (error: unknown): boolean => classifyDatabaseError(error) === 'unavailable'

/** The error code of a read that a replica canceled because it conflicted with the changes being replayed. */
const RECOVERY_CONFLICT = '40001'

const isReplicaFault = (error: unknown): boolean =>
  isUnavailable(error) || (error as { code?: unknown }).code === RECOVERY_CONFLICT

const isBeforeTransaction = (error: unknown): boolean =>
  error instanceof DatabaseConnectionError && error.isBeforeTransaction

/**
 * Returns a position in the write-ahead log, in bytes. Null for `pg_last_wal_replay_lsn` if the server is not a
 * standby.
 */
const readPosition = async (
  { sql }: Pool,
  name: 'pg_current_wal_lsn' | 'pg_last_wal_replay_lsn',
): Promise<number | null> => {
  const [row] = await sql<{ position: number | null }[]>`
    select (${sql.unsafe(name)}() - '0/0'::pg_lsn)::float8 as position`
  return row?.position ?? null
}

const inTime = <T>(work: Promise<T>): Promise<T> =>
  pTimeout(work, { milliseconds: CHECK_TIMEOUT_MS, message: new NoResponse('does not respond') })
