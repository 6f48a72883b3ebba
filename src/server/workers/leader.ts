import cluster from 'node:cluster'
import { createPeer, type Peer } from './peer.ts'
import type { LeaderMethods, WorkerMethods } from './protocol.ts'

const ownMethods: Partial<WorkerMethods> = {}

/** Makes methods available to the leader. */
export const offerToLeader = (methods: Partial<WorkerMethods>): void => {
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

/** The process that leads this server's workers; null if this process is the whole server. */
export const leader: Peer<LeaderMethods> | null = cluster.isWorker ? connect() : null

/** How many workers the server has; 1 if this process is the whole server. */
const workerCount = Number(process.env.WORKER_COUNT ?? 1)

/** This worker's share of what all workers may use together, but at least `min`. */
export const shareOfWorker = (total: number, min: number): number =>
  Math.max(min, Math.ceil(total / workerCount))
