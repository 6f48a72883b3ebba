import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Viewer } from '#core/viewer.ts'
import {
  countNewPosts,
  listPosts,
  listPrivatePosts,
  listTopicPosts,
  NEW_MOST,
} from '#features/feeds/contract.ts'
import { countNew, type FeedQuery, listFeed, listPrivateOf } from '#features/feeds/server/feed-query.ts'
import { memberOf, signedIn } from '#features/identity/server/guards.ts'
import { topicOf } from '#features/topics/server/find-topic.ts'
import { type Database, readsFor, type Sql } from '#server/database/connect.ts'
import { anyone, serve } from '#server/http/serve.ts'
import type { ExpensiveReads } from '#server/limits/expensive-reads.ts'

/** Pages up to this offset are as cheap as the first one. */
const MAX_CHEAP_OFFSET = 1_000

type FilterQuery = Pick<FeedQuery, 'types' | 'models'> & { offset?: number }

/**
 * A feed is normally read from an index in its order. If no index fits the filters, or the offset is large,
 * PostgreSQL may have to read everything before the page.
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
      : read(readsFor(database, request.viewer))

  const followedBy = (viewer: Viewer, following: string | undefined) =>
    following === 'true' ? { followedBy: memberOf(viewer).id } : {}

  serve(
    app,
    countNewPosts,
    anyone,
    async ({ query: { since, topic, following, ...query }, viewer, request }) => {
      const feedQuery = { ...query, ...followedBy(viewer, following) }
      return readFeed(request, query, topic !== undefined || following === 'true', async (sql) => {
        const topicId = topic === undefined ? {} : { topicId: (await topicOf(sql, topic)).id }
        return { count: await countNew(sql, { ...feedQuery, ...topicId }, since, NEW_MOST) }
      })
    },
  )

  serve(app, listPosts, anyone, async ({ query: { following, ...query }, viewer, request }) => {
    const feedQuery = { ...query, ...followedBy(viewer, following) }
    return readFeed(request, query, following === 'true', (sql) => listFeed(sql, viewer, feedQuery))
  })

  serve(app, listTopicPosts, anyone, ({ params, query, viewer, request }) =>
    readFeed(request, query, true, async (sql) => {
      const { id } = await topicOf(sql, params.topicName)
      return listFeed(sql, viewer, { ...query, topicId: id })
    }),
  )

  serve(app, listPrivatePosts, signedIn, async ({ query, viewer }) =>
    listPrivateOf(database.sql, memberOf(viewer), query),
  )
}
