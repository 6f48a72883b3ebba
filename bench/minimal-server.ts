import Fastify from 'fastify'
import { findViewer } from '#features/identity/server/find-viewer.ts'
import { openDatabase } from '#server/database/connect.ts'
import { hashSessionToken } from '#server/session/session-cookie.ts'
import { createCachedPlanFeedQuery } from './scenarios.ts'

/**
 * A minimal server for a member's feed: Fastify looks up the session, runs the same query and serializes the
 * rows. It has no rate limits, response validation, security headers or logging.
 */
const database = openDatabase({ url: process.argv[2] ?? '' })
const app = Fastify()
process.on('disconnect', () => process.exit(0))

app.get('/api/posts', async (request, reply) => {
  const viewer = await findViewer(
    database,
    hashSessionToken(request.headers.cookie?.replace('session=', '') ?? ''),
  )
  const posts = await createCachedPlanFeedQuery(database, viewer)()
  return reply.type('application/json').send(JSON.stringify(posts))
})
await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.(app.server.address())
