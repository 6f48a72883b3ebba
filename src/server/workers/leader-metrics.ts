import { AggregatorRegistry, Registry } from 'prom-client'
import { registerQueueMetrics } from '../http/metrics.ts'
import type { Peer } from './peer.ts'
import type { MetricValues, WorkerMethods } from './protocol.ts'

/** A worker that is busy for longer is described by its last answer, so that the others can still be read. */
const ANSWER_TIMEOUT_MS = 2_000

type Worker = Peer<WorkerMethods>

/**
 * Adds up the metrics of all workers and of the queues that the leader keeps. Of the event loops' lateness it reports
 * the highest, because one busy worker makes its requests wait however idle the others are.
 */
export const createLeaderMetrics = () => {
  const own = new Registry()
  registerQueueMetrics(own)
  const last = new Map<Worker, MetricValues>()
  /** The counters of workers that have ended, because Prometheus takes a sum that shrinks for a restart. */
  let ended: MetricValues = []

  const read = async (worker: Worker): Promise<MetricValues> => {
    const { promise: late, resolve } = Promise.withResolvers<null>()
    const timer = setTimeout(resolve, ANSWER_TIMEOUT_MS, null)
    const answer = worker.call('metrics', null).catch(() => null)
    const values = await Promise.race([answer, late]).finally(() => clearTimeout(timer))
    if (values) last.set(worker, values)
    return last.get(worker) ?? []
  }

  return {
    collect: async (workers: readonly Worker[]): Promise<string> => {
      const values = await Promise.all(workers.map(read))
      values.push(ended, await own.getMetricsAsJSON())
      for (const metric of values.flat())
        if (metric.name.startsWith('nodejs_eventloop_lag')) metric.aggregator = 'max'
      return AggregatorRegistry.aggregate(values).metrics()
    },
    /** Call this when a worker has ended. */
    end: async (worker: Worker): Promise<void> => {
      const counters = (last.get(worker) ?? []).filter(({ type }) => String(type) !== 'gauge')
      last.delete(worker)
      ended = await AggregatorRegistry.aggregate([ended, counters]).getMetricsAsJSON()
    },
  }
}
