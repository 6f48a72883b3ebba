import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import { createDrainRateTracker } from '#server/drain-rate.ts'
import { PRIVATE_NO_STORE } from '#server/http/error-handler.ts'
import { renderError } from '#server/http/error-response.ts'
import { CONCURRENT_PAGES } from '#server/http/render-queue.ts'
import { isPageRequest } from './page-routes.ts'

const hasPageMethod = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD'

/** Pages are rejected above this event loop lag because they could not be sent within a second. */
const MAX_LAG_MS = { visitor: 250, member: 500 }
/** These limits are lower than that of the render queue, so a page is rejected before its session is looked up. */
const MAX_EXPECTED_WAIT_MS = { visitor: 300, member: 450 }
const BUSY_PAGE = renderError('/', new HttpError('site-busy', { retryAfter: 2 }))
const BUSY_HEADERS = {
  'cache-control': PRIVATE_NO_STORE,
  'content-type': BUSY_PAGE.type,
  'content-length': String(Buffer.byteLength(BUSY_PAGE.body)),
  'retry-after': '2',
}
/**
 * Rejects pages immediately while the process is overloaded, or while the pending pages would take too long
 * at the current rate.
 * A page is pending until its response is ready: a client that reads its response slowly, or never, is no load. Nor is
 * a request with another method, whose body may never arrive.
 * With fewer than `CONCURRENT_PAGES` pending pages nothing is rejected, because then the lag is not caused by requests
 * but by other work of the machine, and a rejection would not reduce it.
 * Register this right after the security headers: a rejection must cost only a fraction of a page, so it skips all
 * later hooks.
 *
 * Returns a function that ends the pending of a request which waits outside of the render queue.
 */
export const rejectPagesUnderPressure = (
  app: FastifyInstance,
  { lag, hasSession }: { lag: () => number; hasSession: (request: FastifyRequest) => boolean },
): ((request: FastifyRequest) => void) => {
  const drainRate = createDrainRateTracker(CONCURRENT_PAGES)
  const pending = new Map<FastifyRequest, 'member' | 'visitor'>()
  let pendingMembers = 0
  const remove = (request: FastifyRequest): boolean => {
    if (pending.get(request) === 'member') pendingMembers -= 1
    return pending.delete(request)
  }
  const end = (request: FastifyRequest) => {
    if (remove(request)) drainRate.onEnd(performance.now(), pending.size > CONCURRENT_PAGES)
  }
  app.addHook('onRequest', (request, reply, done) => {
    if (!isPageRequest(request) || !hasPageMethod(request)) return done()
    const kind = hasSession(request) ? 'member' : 'visitor'
    // Members' pages are rendered before all of visitors'.
    const before = kind === 'member' ? pendingMembers : pending.size
    const expectedWaitMs = (before - CONCURRENT_PAGES) * drainRate.msPerJob(performance.now())
    const isOverloaded = lag() > MAX_LAG_MS[kind] || expectedWaitMs > MAX_EXPECTED_WAIT_MS[kind]
    if (isOverloaded && pending.size >= CONCURRENT_PAGES) {
      reply.hijack()
      reply.raw.writeHead(503, { ...BUSY_HEADERS, 'x-request-id': request.id })
      reply.raw.end(BUSY_PAGE.body)
      return
    }
    pending.set(request, kind)
    if (kind === 'member') pendingMembers += 1
    if (pending.size > CONCURRENT_PAGES) drainRate.onWait(performance.now())
    // The client may disconnect before the response is ready.
    reply.raw.once('close', () => end(request))
    done()
  })
  // Runs after the compression of the response, whose hook is registered earlier.
  app.addHook('onSend', (request, _reply, _payload, done) => {
    end(request)
    done()
  })
  return (request) => void remove(request)
}
