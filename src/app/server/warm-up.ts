import type { FastifyInstance } from 'fastify'
import pTimeout from 'p-timeout'
import { paths } from '#core/paths.ts'
import { selectNewestCollections } from '#features/collections/server/store.ts'
import type { PostCard } from '#features/posts/contract.ts'
import type { Database } from '#server/database/connect.ts'
import { getSessionCookieName } from '#server/session/session-cookie.ts'

/** A database that does not respond must not delay the start. */
const MAX_WARM_UP_MS = 2_000
/** Later rounds make the first request of a kind up to two thirds cheaper. */
const ROUNDS = 3

/**
 * Requests a page of each frequent kind before the server accepts requests. The first page after a start takes thirty
 * times as long as a later one, because it loads code and plans statements. Each round is about another post and another
 * collection, because what has been rendered is not rendered again. The invalid session keeps the responses out of the anonymous response cache.
 */
export const warmUp = async (app: FastifyInstance, { sql }: Database, publicUrl: string): Promise<void> => {
  const headers = { host: new URL(publicUrl).host, cookie: `${getSessionCookieName(publicUrl)}=none` }
  const request = async () => {
    const feed = await app.inject({ url: FEED, headers })
    if (feed.statusCode !== 200) return
    const posts = feed.json<PostCard[]>()
    const collections = await selectNewestCollections(sql, ROUNDS).catch(() => [])
    for (let round = 0; round < ROUNDS; round += 1) {
      const post = posts[round % posts.length]
      const collection = collections[round % collections.length]
      const pages = [...(post ? listPages(post) : []), ...(collection ? [paths.collection(collection)] : [])]
      for (const url of pages)
        await app.inject({ url, headers: { ...headers, 'accept-encoding': 'br, gzip' } })
    }
  }
  await pTimeout(request(), { milliseconds: MAX_WARM_UP_MS, fallback: () => {} })
}

const FEED = '/api/posts'

/** Searches for a word of the title, so that there are results. */
const listPages = (post: PostCard): string[] => {
  const word = encodeURIComponent(/\p{L}{3,}/u.exec(post.title)?.[0] ?? 'prompt')
  return [
    FEED,
    paths.home,
    paths.newest,
    `${paths.home}?q=${word}`,
    `/api/search?q=${word}`,
    paths.post(post),
    ...(post.topic ? [paths.topic(post.topic.name)] : []),
    paths.profile(post.user.username),
  ]
}
