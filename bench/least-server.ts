import Fastify from 'fastify'
import { findViewer } from '#features/identity/server/find-viewer.ts'
import { openDatabase } from '#server/database/connect.ts'
import { hashToken } from '#server/session/read-session.ts'
import { keptFeed } from './scenarios.ts'

/**
 * The least that can answer a member's feed: Fastify looks the session up, asks the same query and writes its rows.
 * No limits, no check of the answer, no headers, no log.
 */
const database = openDatabase({ url: process.argv[2] ?? '' })
const app = Fastify()
process.on('disconnect', () => process.exit(0))

app.get('/api/posts', async (request, reply) => {
  const viewer = await findViewer(database, hashToken(request.headers.cookie?.replace('session=', '') ?? ''))
  const posts = await keptFeed(database, viewer)()
  return reply.type('application/json').send(JSON.stringify(posts))
})
await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.(app.server.address())
