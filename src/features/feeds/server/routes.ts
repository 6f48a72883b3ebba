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

/** Pages up to here are read like the first one. */
const NEAR_OFFSET = 1_000

type Filtered = Pick<FeedQuery, 'types' | 'models'> & { offset?: number }

/**
 * A feed is read from an index that has its order. Where no index fits the filters, or the page is far down,
 * everything before the page may have to be read.
 */
const isExpensive = ({ types, models, offset = 0 }: Filtered, isWithinTopics: boolean): boolean =>
  models.length > 0 || types.length > (isWithinTopics ? 0 : 1) || offset > NEAR_OFFSET

export const feedRoutes = (
  app: FastifyInstance,
  { database, readExpensive }: { database: Database; readExpensive: ExpensiveReads },
): void => {
  const readFeed = <T>(
    request: FastifyRequest,
    query: Filtered,
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
      const chosen = { ...query, ...followedBy(viewer, following) }
      return readFeed(request, query, topic !== undefined || following === 'true', async (sql) => {
        const topicId = topic === undefined ? {} : { topicId: (await topicOf(sql, topic)).id }
        return { count: await countNew(sql, { ...chosen, ...topicId }, since, NEW_MOST) }
      })
    },
  )

  serve(app, listPosts, anyone, async ({ query: { following, ...query }, viewer, request }) => {
    const chosen = { ...query, ...followedBy(viewer, following) }
    return readFeed(request, query, following === 'true', (sql) => listFeed(sql, viewer, chosen))
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
