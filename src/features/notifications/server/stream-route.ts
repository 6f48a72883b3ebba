import type { FastifyInstance } from 'fastify'
import { tooMany, unavailable } from '#core/failure.ts'
import { memberOf, signedIn } from '#features/identity/server/guards.ts'
import { ENDED, listAlive } from '#features/identity/server/session-query.ts'
import { messages, STREAM_PATH } from '#features/notifications/contract.ts'
import { CHANNEL, MEMBER_CHANNEL } from '#features/notifications/server/notify-query.ts'
import type { Database } from '#server/database/connect.ts'
import { listenTo } from '#server/database/listen.ts'
import { openStreams, type Stream } from './streams.ts'

const HEARTBEAT_MS = 25_000
/** How long a browser waits before it reconnects. */
const RETRY_MS = 5_000

/**
 * Serves server-sent events: `changed` when a member's notifications have changed, `member` when the member
 * themselves has. All streams of the process share one LISTEN connection, which is opened with the first
 * stream.
 */
export const streamRoute = (app: FastifyInstance, { sql, url }: Database): void => {
  const streams = openStreams()
  let listener: ReturnType<typeof listenTo> | undefined

  const endExpired = async (candidates: Stream[]) => {
    if (candidates.length === 0) return
    const hashes = candidates.map(({ session }) => session)
    const active = new Set(await listAlive(sql, hashes))
    for (const { session, response } of candidates) if (!active.has(session)) response.end()
  }
  const endExpiredOf = (userId?: number) =>
    endExpired(streams.list(userId)).catch((error: unknown) =>
      app.log.warn({ err: error }, 'Failed to check the sessions of open streams'),
    )

  const listen = () =>
    listenTo(
      url,
      [CHANNEL, MEMBER_CHANNEL, ENDED],
      {
        onPayload: (channel, payload) => {
          if (channel === ENDED) void endExpiredOf(Number(payload))
          else if (channel === MEMBER_CHANNEL) streams.sendMemberChanged(Number(payload))
          else streams.sendChanged(Number(payload))
        },
        onConnected: streams.sendChangedToAll,
      },
      app.log,
    )

  const heartbeat = setInterval(() => {
    streams.sendHeartbeat()
    // Sessions that expire by age send no NOTIFY.
    void endExpiredOf()
  }, HEARTBEAT_MS)
  heartbeat.unref()
  app.addHook('preClose', async () => {
    clearInterval(heartbeat)
    streams.endAll()
  })
  app.addHook('onClose', async () => listener?.close())

  app.get(
    STREAM_PATH,
    {
      schema: {
        summary:
          'Stream server-sent events: `changed` when your notifications may have changed, `member` when your account may have',
        tags: ['Notifications'],
        security: [{ session: [] }],
      },
      onRequest: async ({ viewer }) => signedIn(viewer),
    },
    (request, reply) => {
      const { viewer, sessionHash } = request
      // No `await` between this check and `add`; otherwise simultaneous requests could all pass the check.
      const reachedLimit = streams.findReachedLimit(memberOf(viewer).id)
      if (reachedLimit === 'process') throw unavailable(messages.tooManyStreams, 60)
      if (reachedLimit === 'member') throw tooMany(messages.tooManyStreams, 60)
      reply.hijack()
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value)
      reply.raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'private, no-store',
        // Turns off response buffering in nginx, which would delay the events.
        'x-accel-buffering': 'no',
      })
      reply.raw.write(`retry: ${RETRY_MS}\n\n`)
      // A client that disconnected during the session lookup emits no further `close` event.
      if (!sessionHash || reply.raw.closed) return reply.raw.end()
      streams.add({
        userId: memberOf(viewer).id,
        session: sessionHash.toString('hex'),
        response: reply.raw,
      })
      listener ??= listen()
    },
  )
}
