import { AggregatorRegistry, Registry } from 'prom-client'
import { registerQueueMetrics } from '../http/metrics.ts'
import type { Peer } from './peer.ts'
import type { MetricValues, WorkerMethods } from './protocol.ts'

/** A worker that is busy for longer is left out, so that the others can still be read. */
const ANSWER_TIMEOUT_MS = 2_000

/**
 * Returns a function that adds up the metrics of all workers and of the queues that the leader keeps. Of the event
 * loops' lateness it reports the highest, because one busy worker makes its requests wait however idle the others are.
 */
export const createLeaderMetrics = (): ((workers: readonly Peer<WorkerMethods>[]) => Promise<string>) => {
  const own = new Registry()
  registerQueueMetrics(own)
  return async (workers) => {
    const values = await Promise.all(workers.map(readMetrics))
    values.push(await own.getMetricsAsJSON())
    for (const metric of values.flat())
      if (metric.name.startsWith('nodejs_eventloop_lag')) metric.aggregator = 'max'
    return AggregatorRegistry.aggregate(values).metrics()
  }
}

const readMetrics = async (worker: Peer<WorkerMethods>): Promise<MetricValues> => {
  const { promise: late, resolve } = Promise.withResolvers<MetricValues>()
  const timer = setTimeout(resolve, ANSWER_TIMEOUT_MS, [])
  return Promise.race([worker.call('metrics', null).catch(() => []), late]).finally(() => clearTimeout(timer))
}
