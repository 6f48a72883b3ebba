import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notFound } from '#core/http-error.ts'
import { listUserRows } from '#features/members/server/profile-query.ts'
import * as rows from '#features/requests/server/inbox-query.ts'
import { indexQueuedPosts } from '#features/search/server/index-queue-query.ts'
import { listTopicRows } from '#features/topics/server/topic-list-query.ts'
import type { Config } from '#server/config.ts'
import type { AnySql, Database, Sql } from '#server/database/connect.ts'
import { readFiltered } from '#server/database/force-custom-plan.ts'
import { serve } from '#server/http/serve.ts'
import type { ExpensiveReads } from '#server/limits/expensive-reads.ts'
import { requireAdmin } from '#server/session/guards.ts'
import * as contract from '../contract.ts'
import * as inbox from '../contract-inbox.ts'
import { messages } from '../contract-messages.ts'
import * as topics from '../contract-topics.ts'
import { actorResolver } from './actor.ts'
import { deleteFromInbox } from './delete-from-inbox.ts'
import { approveTopicRequest, createTopic, deleteTopic, markHot, updateTopic } from './manage-topics.ts'
import { deleteUserAsAdmin, endUserSessions, setUserMuted } from './manage-users.ts'
import { cachedActivity, listRevealRows } from './statistics-query.ts'
import { selectUserContentCounts } from './users-query.ts'

/** How long an admin's request waits for re-indexing. */
const INDEXING_MS = 3_000

type Dated = { createdAt: Date }

/** The endpoints of the admin panel (docs/spec/api.md#admin). */
export const moderationRoutes = (
  app: FastifyInstance,
  {
    database: { sql },
    config,
    readExpensive,
  }: { database: Database; config: Config; readExpensive: ExpensiveReads },
): void => {
  /** For lists that are searched, sorted or counted across whole tables. */
  const readAll = <T>(request: FastifyRequest, read: (sql: Sql) => Promise<T>): Promise<T> =>
    readExpensive({ name: 'admin', max: 1_200, request, read })
  const listRows = async <Q extends { q?: string }, T extends Dated>(
    request: FastifyRequest,
    query: Q,
    list: (sql: AnySql, query: Q) => PromiseLike<readonly T[]>,
  ) => withTimes(await readAll(request, (sql) => readFiltered(sql, query.q, (reads) => list(reads, query))))
  /**
   * Processes the index queue, so that search is usually up to date by the time the request ends. For a large
   * topic, processing continues in the background. A sweep retries failures.
   */
  const waitForIndexing = () =>
    Promise.race([
      delay(INDEXING_MS, undefined, { ref: false }),
      indexQueuedPosts(sql).catch((error: unknown) =>
        app.log.warn({ err: error }, 'Could not re-index the posts of a topic; the sweep will retry'),
      ),
    ])
  const actorOf = actorResolver({ sql, config })

  serve(app, contract.listUsers, requireAdmin, ({ query, request }) => listRows(request, query, listUserRows))
  serve(app, contract.searchUsers, requireAdmin, ({ query, request }) =>
    listRows(request, query, listUserRows),
  )
  serve(app, contract.countUserContent, requireAdmin, async ({ params, request }) => {
    const belongings = await readAll(request, (reads) => selectUserContentCounts(reads, params.id))
    if (!belongings) throw notFound(messages.notFound)
    return belongings
  })
  serve(app, contract.muteUser, requireAdmin, async ({ viewer, params, query }) => {
    await setUserMuted(sql, await actorOf(viewer, query), params.id, true)
    return { isMuted: true }
  })
  serve(app, contract.unmuteUser, requireAdmin, async ({ viewer, params, query }) => {
    await setUserMuted(sql, await actorOf(viewer, query), params.id, false)
    return { isMuted: false }
  })
  serve(app, contract.endUserSessions, requireAdmin, async ({ viewer, params, query }) => {
    const actor = await actorOf(viewer, query)
    return { ended: await endUserSessions({ sql, config }, actor, params.id) }
  })
  serve(app, contract.deleteUser, requireAdmin, async ({ viewer, params, query }) => {
    await deleteUserAsAdmin({ sql, config }, await actorOf(viewer, query), params.id)
    return {}
  })

  serve(app, topics.listAdminTopics, requireAdmin, ({ query, request }) =>
    readAll(request, async (reads) => listTopicRows(reads, query)),
  )
  serve(app, topics.createTopic, requireAdmin, async ({ viewer, query, body }) =>
    createTopic(sql, await actorOf(viewer, query), body),
  )
  serve(app, topics.updateTopic, requireAdmin, async ({ viewer, params, query, body }) => {
    const topic = await updateTopic(sql, await actorOf(viewer, query), params.id, body)
    await waitForIndexing()
    return topic
  })
  serve(app, topics.markHot, requireAdmin, async ({ viewer, params, query, body }) =>
    markHot(sql, await actorOf(viewer, query), params.id, body.isHot),
  )
  serve(app, topics.deleteTopic, requireAdmin, async ({ viewer, params, query }) => {
    await deleteTopic(sql, await actorOf(viewer, query), params.id)
    await waitForIndexing()
    return {}
  })

  serve(app, inbox.listTopicRequests, requireAdmin, ({ query, request }) =>
    listRows(request, query, rows.listTopicRequestRows),
  )
  serve(app, inbox.approveTopicRequest, requireAdmin, async ({ viewer, params, query, body }) =>
    approveTopicRequest(sql, await actorOf(viewer, query), params.id, body),
  )
  serve(app, inbox.rejectTopicRequest, requireAdmin, async ({ viewer, params, query }) => {
    await deleteFromInbox(sql, await actorOf(viewer, query), 'request', params.id)
    return {}
  })
  serve(app, inbox.listFeedback, requireAdmin, ({ query, request }) =>
    listRows(request, query, rows.listFeedbackRows),
  )
  serve(app, inbox.deleteFeedback, requireAdmin, async ({ viewer, params, query }) => {
    await deleteFromInbox(sql, await actorOf(viewer, query), 'feedback', params.id)
    return {}
  })
  serve(app, inbox.listAdRequests, requireAdmin, ({ query, request }) =>
    listRows(request, query, rows.listAdRequestRows),
  )
  serve(app, inbox.deleteAdRequest, requireAdmin, async ({ viewer, params, query }) => {
    await deleteFromInbox(sql, await actorOf(viewer, query), 'ad', params.id)
    return {}
  })

  // Not treated as an expensive read, because it is computed at most twice a minute.
  const activity = cachedActivity(sql)
  serve(app, contract.listRevealStats, requireAdmin, ({ query, request }) =>
    readAll(request, (sql) => readFiltered(sql, query.q, (reads) => listRevealRows(reads, query))),
  )
  serve(app, contract.getActivity, requireAdmin, ({ query }) => activity(Number(query.days)))
}

const withTimes = <T extends Dated>(rows: readonly T[]) =>
  rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
