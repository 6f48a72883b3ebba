import { AggregatorRegistry, Registry } from 'prom-client'
import { registerQueueMetrics } from '../http/metrics.ts'
import type { Peer } from './peer.ts'
import type { MetricValues, WorkerMethods } from './protocol.ts'

/**
 * If a worker takes longer to respond, its last known metrics are used, so one stalled worker does not block
 * `/metrics`.
 */
const ANSWER_TIMEOUT_MS = 2_000

type Worker = Peer<WorkerMethods>

/**
 * Adds up the metrics of all workers and of the queues in the leader. For event loop lag, it reports the maximum,
 * because a busy worker delays its requests no matter how idle the others are.
 */
export const createLeaderMetrics = () => {
  const own = new Registry()
  registerQueueMetrics(own)
  const last = new Map<Worker, MetricValues>()
  /**
   * The counters of workers that have exited. Without them, the sums would shrink, which Prometheus
   * interprets as a restart.
   */
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
    /** Keeps the counters of a worker in the sums; call this when the worker has exited. */
    end: async (worker: Worker): Promise<void> => {
      const counters = (last.get(worker) ?? []).filter(({ type }) => String(type) !== 'gauge')
      last.delete(worker)
      ended = await AggregatorRegistry.aggregate([ended, counters]).getMetricsAsJSON()
    },
  }
}
