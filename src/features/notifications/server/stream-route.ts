import type { FastifyInstance } from 'fastify'
import { tooMany, unavailable } from '#core/failure.ts'
import { memberOf, signedIn } from '#features/identity/server/guards.ts'
import { ENDED, listAlive } from '#features/identity/server/session-query.ts'
import { messages, STREAM_PATH } from '#features/notifications/contract.ts'
import { CHANNEL, MEMBER_CHANNEL } from '#features/notifications/server/notify-query.ts'
import type { Database } from '#server/database/connect.ts'
import { listenTo } from '#server/database/listen.ts'
import { openStreams, type Stream } from './streams.ts'

const BEAT_MS = 25_000
/** After a lost connection a browser waits so long before it comes again. */
const RETRY_MS = 5_000

/**
 * Server-sent events: one `changed` whenever a member's notifications have, one `member` when they themself have. All streams of the process share one
 * connection that listens; it is opened with the first of them.
 */
export const streamRoute = (app: FastifyInstance, { sql, url }: Database): void => {
  const streams = openStreams()
  let listening: ReturnType<typeof listenTo> | undefined

  const endDead = async (those: Stream[]) => {
    if (those.length === 0) return
    const hashes = those.map(({ session }) => session)
    const alive = new Set(await listAlive(sql, hashes))
    for (const { session, response } of those) if (!alive.has(session)) response.end()
  }
  const endDeadOf = (userId?: number) =>
    endDead(streams.list(userId)).catch((error: unknown) => app.log.warn({ err: error }, 'sessions unknown'))

  const listen = () =>
    listenTo(
      url,
      [CHANNEL, MEMBER_CHANNEL, ENDED],
      {
        onPayload: (channel, payload) => {
          if (channel === ENDED) void endDeadOf(Number(payload))
          else if (channel === MEMBER_CHANNEL) streams.memberChanged(Number(payload))
          else streams.changed(Number(payload))
        },
        onConnected: streams.allChanged,
      },
      app.log,
    )

  const beating = setInterval(() => {
    streams.beat()
    // A session also ends by its age.
    void endDeadOf()
  }, BEAT_MS)
  beating.unref()
  app.addHook('preClose', async () => {
    clearInterval(beating)
    streams.endAll()
  })
  app.addHook('onClose', async () => listening?.close())

  app.get(
    STREAM_PATH,
    {
      schema: {
        summary:
          'Server-sent events: `changed` when the list may have, `member` when the current user may have',
        tags: ['Notifications'],
        security: [{ session: [] }],
      },
      onRequest: async ({ viewer }) => signedIn(viewer),
    },
    (request, reply) => {
      const { viewer, sessionHash } = request
      // In one step with `add`, or of many that come at once each would find room.
      const full = streams.full(memberOf(viewer).id)
      if (full === 'process') throw unavailable(messages.tooManyStreams, 60)
      if (full === 'member') throw tooMany(messages.tooManyStreams, 60)
      reply.hijack()
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value)
      reply.raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'private, no-store',
        // A proxy that gathers answers would hold the words back.
        'x-accel-buffering': 'no',
      })
      reply.raw.write(`retry: ${RETRY_MS}\n\n`)
      // Whoever left while their session was looked up will not be heard to leave again.
      if (!sessionHash || reply.raw.closed) return reply.raw.end()
      streams.add({
        userId: memberOf(viewer).id,
        session: sessionHash.toString('hex'),
        response: reply.raw,
      })
      listening ??= listen()
    },
  )
}
