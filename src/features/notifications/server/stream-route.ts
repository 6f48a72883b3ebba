import { randomInt } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import { filterValidSessions, SESSIONS_ENDED_CHANNEL } from '#features/identity/server/session-query.ts'
import type { Database } from '#server/database/connect.ts'
import { listenForNotifications } from '#server/database/listen-for-notifications.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import { streamNotifications } from '../contract.ts'
import { MEMBER_CHANGES_CHANNEL, NOTIFICATIONS_CHANNEL } from './notify-query.ts'
import { createStreamRegistry, type NotificationStream } from './stream-registry.ts'

const HEARTBEAT_MS = 25_000
/** How many streams of a member each of the server's processes keeps open. */
const MAX_STREAMS_PER_MEMBER = 10
/** How long a browser waits before it reconnects: a random time, so that they do not all return at once. */
const MIN_RETRY_MS = 3_000
const MAX_RETRY_MS = 9_000
/** After a failover of the database, the events are sent over this time. */
const SPREAD_MS = 5_000

/**
 * Serves server-sent events: `changed` when a member's notifications have changed, and `member` when the
 * member has changed. All of the process's streams share one LISTEN connection, which is opened with the
 * first stream.
 */
export const notificationStreamRoute = (app: FastifyInstance, { sql, directUrl }: Database): void => {
  const streams = createStreamRegistry()
  let listener: ReturnType<typeof listenForNotifications> | undefined

  const endExpired = async (candidates: NotificationStream[]) => {
    if (candidates.length === 0) return
    const hashes = candidates.map(({ session }) => session)
    const active = new Set(await filterValidSessions(sql, hashes))
    for (const { session, response } of candidates) if (!active.has(session)) response.end()
  }
  const endExpiredOf = (userId?: number) =>
    endExpired(streams.list(userId)).catch((error: unknown) =>
      app.log.warn({ err: error }, 'Failed to check the sessions of open streams'),
    )

  const listen = () =>
    listenForNotifications(
      directUrl,
      [NOTIFICATIONS_CHANNEL, MEMBER_CHANGES_CHANNEL, SESSIONS_ENDED_CHANNEL],
      {
        onPayload: (channel, payload) => {
          if (channel === SESSIONS_ENDED_CHANNEL) void endExpiredOf(Number(payload))
          else if (channel === MEMBER_CHANGES_CHANNEL) streams.sendMemberChanged(Number(payload))
          else streams.sendChanged(Number(payload))
        },
        // Each kind of notification may have been lost while there was no connection.
        onConnected: (isReconnection) => {
          streams.sendChangedToAll(isReconnection ? SPREAD_MS : 0)
          if (!isReconnection) return
          streams.sendMemberChangedToAll(SPREAD_MS)
          void endExpiredOf()
        },
      },
      app.log,
    )

  const heartbeat = setInterval(() => {
    streams.sendHeartbeat()
    // Sessions that reach their maximum age do not trigger a NOTIFY.
    void endExpiredOf()
  }, HEARTBEAT_MS)
  heartbeat.unref()
  app.addHook('preClose', async () => {
    clearInterval(heartbeat)
    streams.endAll()
  })
  app.addHook('onClose', async () => listener?.close())

  serveEndpoint(app, streamNotifications, async ({ member, request: { sessionHash }, reply }) => {
    if (streams.isFull())
      throw new HttpError('site-busy', { message: 'Too many open streams', retryAfter: 60 })
    if (streams.list(member.id).length >= MAX_STREAMS_PER_MEMBER)
      throw new HttpError('too-many-streams', { retryAfter: 60 })
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    reply.raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'private, no-store',
      // Turns off response buffering in nginx, which would otherwise delay the events.
      'x-accel-buffering': 'no',
    })
    reply.raw.write(`retry: ${randomInt(MIN_RETRY_MS, MAX_RETRY_MS)}\n\n`)
    // A client that disconnected during the session lookup emits no further `close` event.
    if (!sessionHash || reply.raw.closed) reply.raw.end()
    else {
      streams.add({
        userId: member.id,
        session: sessionHash.toString('hex'),
        response: reply.raw,
      })
      listener ??= listen()
    }
    return reply
  })
}
