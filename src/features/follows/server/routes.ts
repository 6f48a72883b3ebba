import type { FastifyInstance } from 'fastify'
import { notFound } from '#core/failure.ts'
import type { Viewer } from '#core/viewer.ts'
import { followTopic, getFollowing, listFollowedTopics, unfollowTopic } from '#features/follows/contract.ts'
import { completed, memberOf, signedIn } from '#features/identity/server/guards.ts'
import { messages } from '#features/topics/contract.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { serve } from '#server/http/serve.ts'
import { takeFromLimit } from '#server/limits/take-from-limit.ts'
import { deleteFollow, findFollow, insertFollow, listFollowed } from './store.ts'

export const followRoutes = (
  app: FastifyInstance,
  { database: { sql }, config }: { database: Database; config: Config },
): void => {
  const setFollowing = async (viewer: Viewer, topicId: number, isFollowing: boolean) => {
    const { id } = memberOf(viewer)
    const limit = { most: 600, seconds: 3_600, scale: config.rateLimitScale }
    await takeFromLimit(sql, { key: `follow:${id}`, ...limit })
    const write = isFollowing ? insertFollow : deleteFollow
    if (!(await write(sql, id, topicId))) throw notFound(messages.notFound)
    return { isFollowing }
  }

  serve(app, getFollowing, signedIn, async ({ viewer, params }) => {
    const isFollowing = await findFollow(sql, memberOf(viewer).id, params.id)
    if (isFollowing === null) throw notFound(messages.notFound)
    return { isFollowing }
  })
  serve(app, followTopic, completed, ({ viewer, params }) => setFollowing(viewer, params.id, true))
  serve(app, unfollowTopic, completed, ({ viewer, params }) => setFollowing(viewer, params.id, false))
  serve(app, listFollowedTopics, signedIn, ({ viewer }) => listFollowed(sql, memberOf(viewer).id))
}
