import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Viewer } from '#core/viewer.ts'
import { requireTopic } from '#features/topics/server/find-topic.ts'
import { type Database, readSqlFor, type Sql } from '#server/database/connect.ts'
import { allowAnyone, serve } from '#server/http/serve.ts'
import type { ExpensiveReads } from '#server/limits/expensive-reads.ts'
import { requireMember, requireSignedIn } from '#server/session/guards.ts'
import { countNewPosts, listPosts, listPrivatePosts, listTopicPosts, MAX_NEW_POSTS } from '../contract.ts'
import { countPostsSince, type FeedQuery, selectFeed, selectPrivatePosts } from './feed-query.ts'

/** Pages up to this offset are as cheap as the first one. */
const MAX_CHEAP_OFFSET = 1_000

type FilterQuery = Pick<FeedQuery, 'types' | 'models'> & { offset?: number }

/**
 * A feed is normally read in index order. If no index fits the filters, or the offset is large, PostgreSQL
 * may have to read everything before the page.
 */
const isExpensive = ({ types, models, offset = 0 }: FilterQuery, isWithinTopics: boolean): boolean =>
  models.length > 0 || types.length > (isWithinTopics ? 0 : 1) || offset > MAX_CHEAP_OFFSET

export const feedRoutes = (
  app: FastifyInstance,
  { database, readExpensive }: { database: Database; readExpensive: ExpensiveReads },
): void => {
  const readFeed = <T>(
    request: FastifyRequest,
    query: FilterQuery,
    isWithinTopics: boolean,
    read: (sql: Sql) => Promise<T>,
  ): Promise<T> =>
    isExpensive(query, isWithinTopics)
      ? readExpensive({ name: 'feed', max: 1_200, request, read })
      : read(readSqlFor(database, request.viewer))

  const followedBy = (viewer: Viewer, following: string | undefined) =>
    following === 'true' ? { followedBy: requireMember(viewer).id } : {}

  serve(
    app,
    countNewPosts,
    allowAnyone,
    async ({ query: { since, topic, following, ...query }, viewer, request }) => {
      const feedQuery = { ...query, ...followedBy(viewer, following) }
      return readFeed(request, query, topic !== undefined || following === 'true', async (sql) => {
        const topicId = topic === undefined ? {} : { topicId: (await requireTopic(sql, topic)).id }
        return { count: await countPostsSince(sql, { ...feedQuery, ...topicId }, since, MAX_NEW_POSTS) }
      })
    },
  )

  serve(app, listPosts, allowAnyone, async ({ query: { following, ...query }, viewer, request }) => {
    const feedQuery = { ...query, ...followedBy(viewer, following) }
    return readFeed(request, query, following === 'true', (sql) => selectFeed(sql, viewer, feedQuery))
  })

  serve(app, listTopicPosts, allowAnyone, ({ params, query, viewer, request }) =>
    readFeed(request, query, true, async (sql) => {
      const { id } = await requireTopic(sql, params.topicName)
      return selectFeed(sql, viewer, { ...query, topicId: id })
    }),
  )

  serve(app, listPrivatePosts, requireSignedIn, async ({ query, viewer }) =>
    selectPrivatePosts(database.sql, requireMember(viewer), query),
  )
}
