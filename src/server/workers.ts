import cluster from 'node:cluster'

/** The number of processes that serve this server's requests; 1 if this process is the whole server. */
const workerCount = Number(process.env.WORKER_COUNT ?? 1)

/**
 * Returns this process's share of what the server's processes use together, but at least `min`. The processes do not
 * count together, so with many of them, the minimum of each may add up to more than the total.
 */
export const getWorkerShare = (total: number, min = 1): number =>
  Math.max(min, Math.ceil(total / workerCount))

/** The messages between a worker and the process that manages the workers. */
export type MessageToLeader = { startError: string } | { wantsMetrics: true }
export type MessageToWorker = { metrics: string | null }

const send = (message: MessageToLeader): void => void process.send?.(message, undefined, undefined, () => {})

/** Reports why this process cannot start: to the process that manages it, or else to the operator. */
export const reportStartError = (startError: string): void => {
  if (cluster.isWorker) send({ startError })
  else process.stderr.write(`${startError}\n`)
}

/** Returns the metrics of all workers, in the format of Prometheus, or null if one of them does not respond. */
export const collectMetricsOfWorkers = async (): Promise<string | null> =>
  new Promise((resolve) => {
    const onMessage = (message: Partial<MessageToWorker>) => {
      if (message.metrics === undefined) return
      process.off('message', onMessage)
      resolve(message.metrics)
    }
    process.on('message', onMessage)
    send({ wantsMetrics: true })
  })
