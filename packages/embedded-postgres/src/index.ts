import { closeSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { prepareCluster } from './cluster.ts'
import { passwordFile } from './cluster-folder.ts'
import type { Logger } from './logger.ts'
import { startPostgres } from './process.ts'
import { openRotatingLog } from './rotating-log.ts'
import { createSocketFolder, removeSocketFolder, socketUrl } from './sockets.ts'
import { readState, removeState, writeState } from './state-file.ts'
import { supervise } from './supervise.ts'

export { EmbeddedDatabaseError } from './error.ts'
export { lockDirectory } from './lock.ts'

export type Access = {
  superuserPassword: string
  /** Returns the connection string for the role. It uses the Unix socket. */
  urlOf(role: string, password: string): string
}

export type SupervisedPostgres = Access & {
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
export const startSupervised = async ({ dataDir, log, durable }: Options): Promise<SupervisedPostgres> => {
  removeSocketFolder(readState(dataDir)?.sockets ?? '')
  const cluster = await prepareCluster(dataDir, durable)
  const sockets = createSocketFolder(cluster)
  writeState(dataDir, { sockets, server: process.pid })
  const output = openRotatingLog(path.join(dataDir, 'postgres.log'))
  const supervisor = await supervise({
    serve: () => startPostgres({ cluster, sockets, durable, output, log }),
    log,
  })
  return {
    ...accessTo(dataDir, sockets),
    pid: supervisor.pid,
    stop: async () => {
      await supervisor.stop()
      removeSocketFolder(sockets)
      removeState(dataDir)
      closeSync(cluster.descriptor)
    },
  }
}

/**
 * Returns how to connect to the database of the server that runs on `dataDir`, and the server's process id; null if no
 * server is running. The server may still be starting.
 */
export const findRunningServer = (dataDir: string): (Access & { server: number }) | null => {
  const state = readState(dataDir)
  return state && { ...accessTo(dataDir, state.sockets), server: state.server }
}

const accessTo = (dataDir: string, sockets: string): Access => ({
  superuserPassword: readFileSync(passwordFile(dataDir), 'utf8'),
  urlOf: (role, password) => socketUrl(sockets, role, password),
})
