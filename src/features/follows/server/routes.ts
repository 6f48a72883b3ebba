import type { FastifyInstance } from 'fastify'
import { notFound } from '#core/http-error.ts'
import type { Viewer } from '#core/viewer.ts'
import { messages } from '#features/topics/contract.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { serve } from '#server/http/serve.ts'
import { consumeRateLimit } from '#server/limits/rate-limit.ts'
import { requireCompletedProfile, requireMember, requireSignedIn } from '#server/session/guards.ts'
import { followTopic, getFollowing, listFollowedTopics, unfollowTopic } from '../contract.ts'
import { deleteFollow, insertFollow, selectFollowedTopics, selectIsFollowing } from './store.ts'

export const followRoutes = (
  app: FastifyInstance,
  { database: { sql }, config }: { database: Database; config: Config },
): void => {
  const setFollowing = async (viewer: Viewer, topicId: number, isFollowing: boolean) => {
    const { id } = requireMember(viewer)
    const limit = { max: 600, windowSeconds: 3_600, scale: config.rateLimitScale }
    await consumeRateLimit(sql, { key: `follow:${id}`, ...limit })
    const write = isFollowing ? insertFollow : deleteFollow
    if (!(await write(sql, id, topicId))) throw notFound(messages.notFound)
    return { isFollowing }
  }

  serve(app, getFollowing, requireSignedIn, async ({ viewer, params }) => {
    const isFollowing = await selectIsFollowing(sql, requireMember(viewer).id, params.id)
    if (isFollowing === null) throw notFound(messages.notFound)
    return { isFollowing }
  })
  serve(app, followTopic, requireCompletedProfile, ({ viewer, params }) =>
    setFollowing(viewer, params.id, true),
  )
  serve(app, unfollowTopic, requireCompletedProfile, ({ viewer, params }) =>
    setFollowing(viewer, params.id, false),
  )
  serve(app, listFollowedTopics, requireSignedIn, ({ viewer }) =>
    selectFollowedTopics(sql, requireMember(viewer).id),
  )
}
