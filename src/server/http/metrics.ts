import cluster from 'node:cluster'
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { HttpError } from '#core/http-error.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/connect.ts'
import { countJobs, type JobCounts } from '../jobs/jobs-query.ts'
import { isLoopbackHost, isLoopbackUrl } from '../loopback.ts'
import { workQueueCounters } from '../work-queue.ts'
import { collectMetricsOfWorkers } from '../workers.ts'
import type { ResponseCache } from './anonymous-response-cache.ts'
import type { VisitorRequestCounts } from './lower-visitors.ts'

/** Histogram bucket boundaries in seconds, from a cached response to the longest request. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

type Options = {
  config: Pick<Config, 'publicUrl' | 'metricsToken'>
  database: Pick<Database, 'poolStats' | 'replicaStates' | 'expensive'>
  responseCache: ResponseCache
  /** Visitors' requests for pages that can be stored. */
  storedPages: { found: number; rendered: number }
  visitorRequests: VisitorRequestCounts
}

/**
 * Serves `/metrics` in the Prometheus format: requests by route, the anonymous response cache, connections and waiting
 * requests of each database pool, work in each queue, jobs of the shared queue, replicas, and the process (memory,
 * garbage collection, event loop). With several workers, each of their series has the label `worker`. No label contains anything
 * that a client sends. If `METRICS_TOKEN` is set, clients must send it; otherwise `/metrics` is available only if both
 * the public URL and the client are on this machine, because behind a proxy every client seems to be on this machine.
 */
export const registerMetrics = (
  app: FastifyInstance,
  { config, database, responseCache, storedPages, visitorRequests }: Options,
): void => {
  const registry = new Registry()
  if (cluster.isWorker) {
    registry.setDefaultLabels({ worker: process.env.WORKER_NUMBER })
    AggregatorRegistry.setRegistries(registry)
    // Makes this process respond to its leader, which asks every worker.
    new AggregatorRegistry()
  }
  collectDefaultMetrics({ register: registry })
  registerRequestMetrics(app, registry)
  registerCacheMetrics(registry, responseCache)
  registerCounts(registry, storedPages, {
    name: 'stored_pages_total',
    help: "Visitors' requests for pages that are stored: found, or rendered",
  })
  registerCounts(registry, visitorRequests, {
    name: 'visitor_requests_total',
    help: "Visitors' requests that were not cached: normal, lowered because a budget was used up, or refused",
  })
  registerDatabaseMetrics(registry, database)
  registerQueueMetrics(registry)
  registerJobMetrics(registry, database)
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!canReadMetrics(request, config)) throw new HttpError('not-found')
    const metrics = await (cluster.isWorker ? collectMetricsOfWorkers() : registry.metrics())
    if (metrics === null) throw new HttpError('site-busy', { retryAfter: 5 })
    return reply.header('cache-control', 'no-store').type(registry.contentType).send(metrics)
  })
}

const registerQueueMetrics = (registry: Registry): void => {
  new Gauge({
    name: 'work_queue_jobs',
    help: 'Jobs that run or wait in the queues of this process',
    labelNames: ['queue', 'state'],
    registers: [registry],
    collect() {
      for (const [queue, stats] of workQueueCounters)
        for (const [state, count] of Object.entries(stats())) this.set({ queue, state }, count)
    },
  })
}

const registerRequestMetrics = (app: FastifyInstance, registry: Registry): void => {
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests by route pattern and status',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    const labels = { method, route: routeOptions.url ?? 'none', status: reply.statusCode }
    requests.observe(labels, reply.elapsedTime / 1_000)
    done()
  })
  // Before it listens, the site has requested pages from itself.
  app.addHook('onListen', async () => requests.reset())
}

/** Adds a counter of requests by their result. */
const registerCounts = (
  registry: Registry,
  counts: Readonly<Record<string, number>>,
  { name, help }: { name: string; help: string },
): void => {
  new Counter({
    name,
    help,
    labelNames: ['result'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [result, count] of Object.entries(counts)) this.inc({ result }, count)
    },
  })
}

const registerCacheMetrics = (registry: Registry, { entries, requests }: ResponseCache): void => {
  registerCounts(registry, requests, {
    name: 'http_cache_requests_total',
    help: "Visitors' requests for cacheable responses: hit, miss, or shared with a concurrent request",
  })
  new Gauge({
    name: 'http_cache_entries',
    help: 'Responses in the cache for visitors',
    registers: [registry],
    collect() {
      this.set(entries.size)
    },
  })
  new Gauge({
    name: 'http_cache_bytes',
    help: 'About how much memory the responses in the cache for visitors take',
    registers: [registry],
    collect() {
      this.set(entries.calculatedSize)
    },
  })
}

const registerDatabaseMetrics = (registry: Registry, database: Options['database']): void => {
  new Gauge({
    name: 'database_connections',
    help: 'Connections of each pool (open, idle), and requests that wait for one (waiting)',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [pool, stats] of Object.entries(database.poolStats()))
        for (const [state, count] of Object.entries(stats)) this.set({ pool, state }, count)
    },
  })
  new Gauge({
    name: 'replica_usable',
    help: '1 while a replica is read from',
    labelNames: ['replica'],
    registers: [registry],
    collect() {
      for (const { name, isUsable } of database.replicaStates()) this.set({ replica: name }, isUsable ? 1 : 0)
    },
  })
  new Gauge({
    name: 'replica_lag_seconds',
    help: 'How old the data of a replica is',
    labelNames: ['replica'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { name, lagMs } of database.replicaStates())
        if (lagMs !== null) this.set({ replica: name }, lagMs / 1_000)
    },
  })
}

/** How long counts of jobs are cached. */
const JOB_COUNTS_MS = 5_000

/**
 * Registers the metrics of the job queue. The queue is shared, so every server and every worker reports the same
 * values. They are missing while the database is unavailable.
 */
const registerJobMetrics = (registry: Registry, { expensive }: Options['database']): void => {
  const counts = new LRUCache<'jobs', JobCounts[]>({
    max: 1,
    ttl: JOB_COUNTS_MS,
    fetchMethod: () => countJobs(expensive.sql).catch(() => []),
  })
  new Gauge({
    name: 'job_queue_jobs',
    help: 'Jobs of the shared queue by name and state; failed ones will not run again by themselves',
    labelNames: ['job', 'state'],
    registers: [registry],
    async collect() {
      this.reset()
      for (const { name, waiting, running, failed } of (await counts.fetch('jobs')) ?? [])
        for (const [state, count] of Object.entries({ waiting, running, failed }))
          this.set({ job: name, state }, count)
    },
  })
  new Gauge({
    name: 'job_queue_oldest_seconds',
    help: 'How long the job has waited that could have run first',
    labelNames: ['job'],
    registers: [registry],
    async collect() {
      this.reset()
      for (const { name, oldestWaitingSeconds } of (await counts.fetch('jobs')) ?? [])
        this.set({ job: name }, oldestWaitingSeconds)
    },
  })
}

const canReadMetrics = (
  { headers, ip }: FastifyRequest,
  { metricsToken, publicUrl }: Options['config'],
): boolean =>
  metricsToken
    ? isEqual(headers.authorization ?? '', `Bearer ${metricsToken}`)
    : isLoopbackUrl(publicUrl) && isLoopbackHost(ip)

/** Compares digests in constant time so that the duration reveals nothing about the token. */
const isEqual = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
