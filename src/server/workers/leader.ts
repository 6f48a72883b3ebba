import cluster from 'node:cluster'
import { createPeer, type Peer } from './peer.ts'
import type { LeaderMethods, WorkerMethods } from './protocol.ts'

const ownMethods: Partial<WorkerMethods> = {}

/** Registers methods that the leader can call in this worker. */
export const exposeToLeader = (methods: Partial<WorkerMethods>): void => {
  Object.assign(ownMethods, methods)
}

const connect = (): Peer<LeaderMethods> => {
  const peer = createPeer<WorkerMethods, LeaderMethods>(
    (message) => process.send?.(message, undefined, undefined, () => {}),
    ownMethods,
  )
  process.on('message', peer.receive)
  return peer
}

/** The process that manages this server's workers; null if this process is the whole server. */
export const leader: Peer<LeaderMethods> | null = cluster.isWorker ? connect() : null

/** The number of workers of this server; 1 if this process is the whole server. */
const workerCount = Number(process.env.WORKER_COUNT ?? 1)

/** Returns this worker's share of a resource that all workers share, but at least `min`. */
export const getWorkerShare = (total: number, min: number): number =>
  Math.max(min, Math.ceil(total / workerCount))
