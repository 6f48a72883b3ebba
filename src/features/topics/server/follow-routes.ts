import type { FastifyInstance } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import type { Member } from '#core/viewer.ts'
import type { Database } from '#server/database/connect.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import { followTopic, getTopicFollowState, listFollowedTopics, unfollowTopic } from '../contract-follows.ts'
import {
  deleteTopicFollow,
  insertTopicFollow,
  selectFollowedTopics,
  selectTopicFollowState,
} from './follows-query.ts'

export const topicFollowRoutes = (
  app: FastifyInstance,
  { database: { sql } }: { database: Database },
): void => {
  const setFollowing = async ({ id }: Member, topicId: number, isFollowing: boolean) => {
    const write = isFollowing ? insertTopicFollow : deleteTopicFollow
    if (!(await write(sql, id, topicId))) throw new HttpError('topic-not-found')
    return { isFollowing }
  }

  serveEndpoint(app, getTopicFollowState, async ({ member, params }) => {
    const isFollowing = await selectTopicFollowState(sql, member.id, params.id)
    if (isFollowing === null) throw new HttpError('topic-not-found')
    return { isFollowing }
  })
  serveEndpoint(app, followTopic, ({ member, params }) => setFollowing(member, params.id, true))
  serveEndpoint(app, unfollowTopic, ({ member, params }) => setFollowing(member, params.id, false))
  serveEndpoint(app, listFollowedTopics, ({ member }) => selectFollowedTopics(sql, member.id))
}
