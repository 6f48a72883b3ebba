import type { FastifyInstance } from 'fastify'
import pTimeout from 'p-timeout'
import { paths } from '#core/paths.ts'
import type { PostCard } from '#features/posts/contract.ts'
import { getSessionCookieName } from '#server/session/session-cookie.ts'

/** A database that does not respond must not delay the start. */
const MAX_WARM_UP_MS = 2_000
/** A second round makes the first request of a kind up to a third cheaper. */
const ROUNDS = 2

/**
 * Requests a page of each frequent kind before the server accepts requests. The first page after a start takes thirty
 * times as long as a later one, because it loads code and plans statements. The invalid session keeps the responses out
 * of the anonymous response cache.
 */
export const warmUp = async (app: FastifyInstance, publicUrl: string): Promise<void> => {
  const headers = { host: new URL(publicUrl).host, cookie: `${getSessionCookieName(publicUrl)}=none` }
  const request = async () => {
    const feed = await app.inject({ url: '/api/posts', headers })
    if (feed.statusCode !== 200) return
    const [post] = feed.json<PostCard[]>()
    if (!post) return
    const urls = [
      paths.home,
      paths.newest,
      `${paths.home}?q=prompt`,
      '/api/search?q=prompt',
      paths.post(post),
      ...(post.topic ? [paths.topic(post.topic.name)] : []),
      paths.profile(post.user.username),
    ]
    for (let round = 0; round < ROUNDS; round += 1)
      for (const url of urls)
        await app.inject({ url, headers: { ...headers, 'accept-encoding': 'br, gzip' } })
  }
  await pTimeout(request(), { milliseconds: MAX_WARM_UP_MS, fallback: () => {} })
}
