import { closeSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { prepareCluster } from './cluster.ts'
import { getPasswordPath } from './cluster-folder.ts'
import type { Logger } from './logger.ts'
import { startPostgres } from './process.ts'
import { openRotatingLog } from './rotating-log.ts'
import { buildSocketUrl, createSocketFolder, removeSocketFolder } from './sockets.ts'
import { readStateFile, removeStateFile, writeStateFile } from './state-file.ts'
import { supervisePostgres } from './supervise.ts'

export { EmbeddedDatabaseError } from './error.ts'
export { lockDirectory } from './lock.ts'

export type PostgresAccess = {
  superuserPassword: string
  /** Returns the connection string for the role. It uses the Unix socket. */
  urlOf(role: string, password: string): string
}

export type SupervisedPostgres = PostgresAccess & {
  /** Returns PostgreSQL's process id; null while it is being restarted. */
  pid(): number | null
  /** Shuts PostgreSQL down and waits for it to exit. */
  stop(): Promise<void>
}

type Options = {
  /** An existing directory; the caller holds its lock (`lockDirectory`). */
  dataDir: string
  log: Logger
  /** Whether to use fsync; tests set this to false. */
  durable: boolean
}

/**
 * Starts PostgreSQL on `dataDir/postgres`, which is created on the first start, and restarts it whenever it exits,
 * until `stop` is called. Throws an `EmbeddedDatabaseError` if PostgreSQL cannot run on this machine.
 */
export const startSupervisedPostgres = async ({
  dataDir,
  log,
  durable,
}: Options): Promise<SupervisedPostgres> => {
  removeSocketFolder(readStateFile(dataDir)?.sockets ?? '')
  const cluster = await prepareCluster(dataDir, durable)
  const sockets = createSocketFolder(cluster)
  writeStateFile(dataDir, { sockets, server: process.pid })
  const output = openRotatingLog(path.join(dataDir, 'postgres.log'))
  const supervisor = await supervisePostgres({
    serve: () => startPostgres({ cluster, sockets, durable, output, log }),
    log,
  })
  return {
    ...accessTo(dataDir, sockets),
    pid: supervisor.pid,
    stop: async () => {
      await supervisor.stop()
      removeSocketFolder(sockets)
      removeStateFile(dataDir)
      closeSync(cluster.descriptor)
    },
  }
}

/**
 * Returns how to connect to the database of the server that runs on `dataDir`, and the server's process id; null if no
 * server is running. The server may still be starting.
 */
export const findRunningServer = (dataDir: string): (PostgresAccess & { server: number }) | null => {
  const state = readStateFile(dataDir)
  return state && { ...accessTo(dataDir, state.sockets), server: state.server }
}

const accessTo = (dataDir: string, sockets: string): PostgresAccess => ({
  superuserPassword: readFileSync(getPasswordPath(dataDir), 'utf8'),
  urlOf: (role, password) => buildSocketUrl(sockets, role, password),
})
