import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '#server/database/connect.ts'
import { measureLoad } from './measure.ts'
import { signIn } from './scenarios.ts'
import { type BenchServer, readResidentMemoryMb } from './servers.ts'

const NOTIFICATIONS = 100_000
const UNREAD = 500
const LISTENERS = 100
const STREAMS_EACH = 10
const SECONDS = 3
const TIMEOUT_MS = 20_000

/**
 * Measures the performance of the site for a member with many notifications, and with many open notification
 * streams.
 */
export const measureNotifications = async (site: BenchServer, database: Database): Promise<string> => {
  const { headers, deepCursor } = await createBusyMember(database)
  const lines: string[] = []
  for (const [name, path] of [
    ['list, first page', '/api/notifications?limit=50'],
    ['list, after 90,000', `/api/notifications?limit=50&after=${deepCursor}`],
    ['unread count', '/api/notifications/unread-count'],
  ] as const) {
    const { perSecond, p50, p99 } = await measureLoad(
      site.origin,
      { name, path: () => path, headers },
      4,
      SECONDS,
    )
    lines.push(`| ${name} | ${Math.round(perSecond)} | ${p50} | ${p99} |`)
  }
  const { megabytes, streams, slowest } = await listenWithMany(site, database)
  return [
    '## Notifications',
    `A member with ${NOTIFICATIONS.toLocaleString('en')} notifications, ${UNREAD} of them unread, with 4 connections.`,
    ['| | requests/s | p50 ms | p99 ms |', '|---|---|---|---|', ...lines].join('\n'),
    `${streams.toLocaleString('en')} open streams take ${megabytes} MB (target: under 100). A change that is sent to all of them reaches the last one after ${slowest} ms.`,
  ].join('\n\n')
}

const createBusyMember = async (database: Database) => {
  const { sql } = database
  const [user] = await sql<{ id: number }[]>`
    insert into users (username, google_id, profile_completed) values ('busy', 'bench:busy', true)
    on conflict (google_id) do update set username = excluded.username returning id`
  const id = user?.id ?? 0
  await sql`delete from notifications where user_id = ${id}`
  await sql`
    insert into notifications (user_id, type, post_id, from_user_id, is_read, created_at)
    select ${id}::integer, 'comment', 1 + n % 1000, 1 + n / 1000 % 100, n > ${UNREAD}, now() - n * interval '1 minute'
    from generate_series(1, ${NOTIFICATIONS}::integer) n`
  await sql`vacuum analyze notifications`
  const [row] = await sql<{ id: number; createdAt: Date }[]>`
    select id, created_at from notifications where user_id = ${id}
    order by created_at desc, id desc offset ${NOTIFICATIONS * 0.9} limit 1`
  return { headers: await signIn(database, id), deepCursor: `${row?.createdAt.getTime()}_${row?.id}` }
}

const listenWithMany = async (site: BenchServer, database: Database) => {
  const members: { id: number; headers: Record<string, string> }[] = []
  for (let n = 1; n <= LISTENERS; n += 1) members.push({ id: n, headers: await signIn(database, n) })
  await delay(2_000)
  const before = readResidentMemoryMb(site.pid)
  const opened = members.flatMap(({ headers }) => Array.from({ length: STREAMS_EACH }, () => headers))
  const streams: IncomingMessage[] = []
  for (const headers of opened) streams.push(await openStream(site.origin, headers))
  await delay(5_000)
  const megabytes = readResidentMemoryMb(site.pid) - before
  const received = streams.map((stream) => once(stream, 'data'))
  const startedAt = performance.now()
  for (const { id } of members) await database.sql`select pg_notify('notifications', ${String(id)})`
  const timeout = delay(TIMEOUT_MS, null, { ref: false }).then(() => {
    throw new Error('Some streams received nothing')
  })
  await Promise.race([Promise.all(received), timeout])
  const slowest = Math.round(performance.now() - startedAt)
  for (const stream of streams) stream.destroy()
  return { megabytes, streams: streams.length, slowest }
}

const openStream = async (origin: string, headers: Record<string, string>): Promise<IncomingMessage> => {
  const clientRequest = request(`${origin}/api/notifications/stream`, { headers, agent: false })
  clientRequest.end()
  const [response] = (await once(clientRequest, 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`A stream request failed with ${response.statusCode}`)
  await once(response, 'data')
  return response
}
