import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import { paths } from '#core/paths.ts'
import type { Config } from '../config.ts'
import { toNetworkPrefix } from '../limits/rate-limit-address.ts'
import { toUserAgentFamily } from '../limits/user-agent-family.ts'
import { createVisitorBudget } from '../limits/visitor-budget.ts'
import { isLoopbackHost } from '../loopback.ts'
import { compareByProcessingTime, createWorkQueue } from '../work-queue.ts'
import { getWorkerShare } from '../workers.ts'
import { classifyUrl } from './classify-url.ts'
import { PRIVATE_NO_STORE } from './error-handler.ts'
import { renderError } from './error-response.ts'

/** After a lowered request, the next one waits four times as long as the first one took: they get a fifth of the time. */
const PAUSE_FACTOR = 4
const MAX_PAUSE_MS = 100
const MAX_WAIT_MS = 5_000
const MAX_WAITING = 400
const MAX_WAITING_PER_OWNER = 100
const RETRY_AFTER_SECONDS = 30
/** How many requests a rejected one counts for, so that a client which repeats it at once is soon made to wait. */
const REJECTION_COST = 5

/**
 * What is answered whatever else a network or user agent has requested: what crawlers have to know, and the home page,
 * where people sign in. All of it is in the cache after the first request.
 */
const ALWAYS_SERVED: ReadonlySet<string> = new Set([paths.home, paths.robots, paths.ai, paths.llms])

/** The number of visitors' requests that were not in the cache, by what became of them. */
export type VisitorRequestCounts = { normal: number; lowered: number; refused: number }

type Options = {
  config: Pick<Config, 'rateLimitScale' | 'visitorRequests'>
  /** Called before a request waits, so that nothing else waits for it. */
  onWait: (request: FastifyRequest) => void
  counts: VisitorRequestCounts
  /** Whether the request might carry a session or a token, before they are looked up. */
  hasSession: (request: FastifyRequest) => boolean
}

/**
 * Lowers the requests of visitors whose network or user agent has used up its budget (decision 187): one at a time is
 * served, with pauses, and networks and user agents take turns. A request is refused with 429 if too many wait or it has
 * waited for too long. What the anonymous response cache contains is not counted, nor what members request, nor what comes
 * from this machine: behind a proxy that `TRUST_PROXY` does not count, everybody seems to be on it.
 * Returns a function that adds the hook once more, for after the session and the token have been read: who has neither, but
 * a cookie or a header that looks like them, is a visitor too.
 */
export const lowerVisitors = (
  app: FastifyInstance,
  { config, onWait, counts, hasSession }: Options,
): (() => void) => {
  const { rateLimitScale: scale, visitorRequests } = config
  const toLimit = (perMinute: number) => (perMinute * scale === 0 ? 0 : getWorkerShare(perMinute * scale))
  const budget = createVisitorBudget({
    perNetwork: toLimit(visitorRequests.perNetwork),
    perUserAgent: toLimit(visitorRequests.perUserAgent),
  })
  const queue = createWorkQueue({
    name: 'lowered visitors',
    concurrency: 1,
    compare: compareByProcessingTime,
    maxWaiting: MAX_WAITING,
    maxPerOwner: MAX_WAITING_PER_OWNER,
    maxWaitMs: MAX_WAIT_MS,
    refuses: 'last',
    refuse: () => new HttpError('rate-limited', { retryAfter: RETRY_AFTER_SECONDS }),
  })
  /** Ends the turn of a lowered request, by request. */
  const endTurns = new WeakMap<FastifyRequest, () => void>()

  const lower = (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const overrun = budget.take(toVisitor(request), performance.now())
    if (!overrun) {
      counts.normal += 1
      done()
      return
    }
    const { kind, name, isNew } = overrun
    if (isNew) request.log.info({ [kind]: name }, 'a network or user agent has used up its budget')
    onWait(request)
    const closed = new AbortController()
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    endTurns.set(request, end)
    reply.raw.once('close', () => {
      closed.abort()
      end()
    })
    const serve = async () => {
      const startedAt = performance.now()
      counts.lowered += 1
      done()
      await ended
      await delay(Math.min(MAX_PAUSE_MS, PAUSE_FACTOR * (performance.now() - startedAt)), null, {
        ref: false,
      })
    }
    queue.run({ owner: `${kind} ${name}`, signal: closed.signal }, serve).catch(() => {
      if (closed.signal.aborted) return
      counts.refused += 1
      refuse(request, reply)
    })
  }

  app.addHook('onRequest', (request, reply, done) =>
    isCounted(request) && !hasSession(request) ? lower(request, reply, done) : done(),
  )
  app.addHook('onSend', (request, _reply, _payload, done) => {
    endTurns.get(request)?.()
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (reply.raw.statusCode === 503 && request.viewer === null && isCounted(request))
      budget.take(toVisitor(request), performance.now(), REJECTION_COST - 1)
    done()
  })
  return () =>
    app.addHook('onRequest', (request, reply, done) =>
      isCounted(request) && request.viewer === null && hasSession(request)
        ? lower(request, reply, done)
        : done(),
    )
}

/** Returns whether a request reads something that costs more than a file. */
const isCounted = ({ method, url, ip, routeOptions }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  (routeOptions.config.cacheSeconds !== undefined || routeOptions.url?.startsWith('/og/') === true) &&
  !ALWAYS_SERVED.has(url) &&
  !isLoopbackHost(ip)

const toVisitor = ({ ip, headers }: FastifyRequest) => ({
  network: toNetworkPrefix(ip),
  userAgent: toUserAgentFamily(headers['user-agent']),
})

const MESSAGE = `Your network or user agent has requested too many pages. Try again in ${RETRY_AFTER_SECONDS} seconds, or sign in.`
const PROBLEM = new HttpError('rate-limited', { message: MESSAGE, retryAfter: RETRY_AFTER_SECONDS })

const refuse = (request: FastifyRequest, reply: FastifyReply): void => {
  const problem = classifyUrl(request.url) === 'api' ? renderError(request.url, PROBLEM) : null
  const body = problem?.body ?? `${MESSAGE}\n`
  reply.hijack()
  reply.raw.writeHead(429, {
    'cache-control': PRIVATE_NO_STORE,
    'content-type': problem?.type ?? 'text/plain; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'retry-after': String(RETRY_AFTER_SECONDS),
    'x-request-id': request.id,
  })
  reply.raw.end(request.method === 'HEAD' ? '' : body)
}
