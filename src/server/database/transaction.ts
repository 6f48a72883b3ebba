import type pg from 'pg'
import { DatabaseConnectionError } from './errors.ts'
import { type AnySql, createSqlTag, type Executor } from './sql.ts'

export type Sql = AnySql & {
  /** Runs `work` in one transaction: commits if it resolves, rolls back if it rejects. */
  begin<T>(work: (tx: AnySql) => Promise<T>): Promise<T>
  /** `mode` is the rest of PostgreSQL's `BEGIN` statement, such as `read only`. */
  begin<T>(mode: string, work: (tx: AnySql) => Promise<T>): Promise<T>
  /**
   * The statements that `finish` sends at once are sent together with `commit`. Later ones would not belong to the
   * transaction.
   */
  begin<T, Response>(
    mode: 'read only',
    work: (tx: AnySql) => Promise<T>,
    finish: (tx: AnySql, result: T) => Promise<Response>,
  ): Promise<Response>
  /**
   * Runs `work` outside a transaction with a connection of its own, whose settings it may change. The connection is
   * closed afterwards.
   */
  reserve<T>(work: (connection: AnySql) => Promise<T>): Promise<T>
}

/** `begin` with all its arguments; results are unknown here, because they only pass through. */
export type Begin = (
  mode: string,
  work: (tx: AnySql) => Promise<unknown>,
  finish: (tx: AnySql, result: unknown) => Promise<unknown>,
) => Promise<unknown>

export const withBeginDefaults = (begin: Begin): Sql['begin'] =>
  ((...args: [string, Parameters<Begin>[1], Parameters<Begin>[2]?] | [Parameters<Begin>[1]]) => {
    const [mode, work, finish = async (_tx: AnySql, result: unknown) => result] =
      args.length === 1 ? (['', args[0]] as const) : args
    return begin(mode, work, finish)
  }) as Sql['begin']

type Connections = {
  acquire(): Promise<pg.PoolClient>
  executorOf(client: pg.PoolClient): Executor
}

/**
 * Returns a function that runs transactions, each on a connection of its own. If the transaction has not begun, the error
 * says so (`isBeforeTransaction`).
 */
export const createBegin =
  ({ acquire, executorOf }: Connections): Begin =>
  async (mode, work, finish) => {
    let hasBegun = false
    const client = await acquire().catch(asNotBegun)
    const onClient = executorOf(client)
    try {
      const begun = onClient.runScript(`begin ${mode}`).then(() => {
        hasBegun = true
      })
      // Reads are sent together with `begin`. A write would not be rolled back if `begin` failed.
      if (!mode.startsWith('read only')) await begun
      const tx = createSqlTag(onClient)
      const run = async () => {
        const result = await work(tx)
        // The statements of `finish` are sent before this tick ends.
        const committed = new Promise((resolve, reject) => {
          process.nextTick(() => onClient.runScript('commit').then(resolve, reject))
        })
        return (await Promise.all([finish(tx, result), committed]))[0]
      }
      const [, response] = await Promise.all([begun, run()])
      client.release()
      return response
    } catch (error) {
      const isRolledBack = await onClient.runScript('rollback').then(
        () => true,
        () => false,
      )
      client.release(!isRolledBack)
      return hasBegun ? Promise.reject(error) : asNotBegun(error)
    }
  }

/** Rethrows an error that says, if it comes from the connection, that the transaction has not begun. */
const asNotBegun = (error: unknown): never => {
  if (error instanceof DatabaseConnectionError) error.isBeforeTransaction = true
  throw error
}
