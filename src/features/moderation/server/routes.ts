import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notFound } from '#core/failure.ts'
import { actingAs } from '#features/audit/server/acting-as.ts'
import { admin } from '#features/identity/server/guards.ts'
import * as contract from '#features/moderation/contract.ts'
import * as inbox from '#features/moderation/contract-inbox.ts'
import { messages } from '#features/moderation/contract-messages.ts'
import * as topics from '#features/moderation/contract-topics.ts'
import { indexWaiting } from '#features/search/server/index-later-query.ts'
import type { Config } from '#server/config.ts'
import type { AnySql, Database, Sql } from '#server/database/connect.ts'
import { readMatching } from '#server/database/plan-each-time.ts'
import { serve } from '#server/http/serve.ts'
import type { ExpensiveReads } from '#server/limits/expensive-reads.ts'
import { approveRequest, changeTopic, createTopic, deleteTopic, markHot } from './change-topics.ts'
import { deleteOtherUser } from './delete-other-user.ts'
import { deleteFromInbox } from './empty-inbox.ts'
import { endUserSessions } from './end-user-sessions.ts'
import * as rows from './inbox-query.ts'
import { muteUser } from './mute-user.ts'
import { keepActivity } from './recent-activity.ts'
import { listRevealRows } from './statistics-query.ts'
import { listTopicRows } from './topics-query.ts'
import { findBelongings, listUserRows } from './users-query.ts'

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
  /** Reads lists that are searched, sorted or counted over whole tables. */
  const readAll = <T>(request: FastifyRequest, read: (sql: Sql) => Promise<T>): Promise<T> =>
    readExpensive({ name: 'admin', max: 1_200, request, read })
  const listRows = async <Q extends { q?: string }, T extends Dated>(
    request: FastifyRequest,
    query: Q,
    list: (sql: AnySql, query: Q) => PromiseLike<readonly T[]>,
  ) => withTimes(await readAll(request, (sql) => readMatching(sql, query.q, (reads) => list(reads, query))))
  /**
   * Processes the index queue, so that search is usually up to date when the request ends; for a large topic
   * it continues in the background. A sweep retries what fails.
   */
  const waitForIndexing = () =>
    Promise.race([
      delay(INDEXING_MS, undefined, { ref: false }),
      indexWaiting(sql).catch((error: unknown) =>
        app.log.warn({ err: error }, 'Could not re-index the posts of a topic; the sweep will retry'),
      ),
    ])
  const actorOf = actingAs({ sql, config })

  serve(app, contract.listUsers, admin, ({ query, request }) => listRows(request, query, listUserRows))
  serve(app, contract.searchUsers, admin, ({ query, request }) => listRows(request, query, listUserRows))
  serve(app, contract.countBelongings, admin, async ({ params, request }) => {
    const belongings = await readAll(request, (reads) => findBelongings(reads, params.id))
    if (!belongings) throw notFound(messages.notFound)
    return belongings
  })
  serve(app, contract.muteUser, admin, async ({ viewer, params, query }) => {
    await muteUser(sql, await actorOf(viewer, query), params.id, true)
    return { isMuted: true }
  })
  serve(app, contract.unmuteUser, admin, async ({ viewer, params, query }) => {
    await muteUser(sql, await actorOf(viewer, query), params.id, false)
    return { isMuted: false }
  })
  serve(app, contract.endUserSessions, admin, async ({ viewer, params, query }) => {
    const actor = await actorOf(viewer, query)
    return { ended: await endUserSessions({ sql, config }, actor, params.id) }
  })
  serve(app, contract.deleteUser, admin, async ({ viewer, params, query }) => {
    await deleteOtherUser({ sql, config }, await actorOf(viewer, query), params.id)
    return {}
  })

  serve(app, topics.listTopicRows, admin, ({ query, request }) =>
    readAll(request, async (reads) => listTopicRows(reads, query)),
  )
  serve(app, topics.createTopic, admin, async ({ viewer, query, body }) =>
    createTopic(sql, await actorOf(viewer, query), body),
  )
  serve(app, topics.changeTopic, admin, async ({ viewer, params, query, body }) => {
    const topic = await changeTopic(sql, await actorOf(viewer, query), params.id, body)
    await waitForIndexing()
    return topic
  })
  serve(app, topics.markHot, admin, async ({ viewer, params, query, body }) =>
    markHot(sql, await actorOf(viewer, query), params.id, body.isHot),
  )
  serve(app, topics.deleteTopic, admin, async ({ viewer, params, query }) => {
    await deleteTopic(sql, await actorOf(viewer, query), params.id)
    await waitForIndexing()
    return {}
  })

  serve(app, inbox.listTopicRequests, admin, ({ query, request }) =>
    listRows(request, query, rows.listTopicRequestRows),
  )
  serve(app, inbox.approveRequest, admin, async ({ viewer, params, query, body }) =>
    approveRequest(sql, await actorOf(viewer, query), params.id, body),
  )
  serve(app, inbox.rejectRequest, admin, async ({ viewer, params, query }) => {
    await deleteFromInbox(sql, await actorOf(viewer, query), 'request', params.id)
    return {}
  })
  serve(app, inbox.listFeedback, admin, ({ query, request }) =>
    listRows(request, query, rows.listFeedbackRows),
  )
  serve(app, inbox.deleteFeedback, admin, async ({ viewer, params, query }) => {
    await deleteFromInbox(sql, await actorOf(viewer, query), 'feedback', params.id)
    return {}
  })
  serve(app, inbox.listAdRequests, admin, ({ query, request }) =>
    listRows(request, query, rows.listAdRequestRows),
  )
  serve(app, inbox.deleteAdRequest, admin, async ({ viewer, params, query }) => {
    await deleteFromInbox(sql, await actorOf(viewer, query), 'ad', params.id)
    return {}
  })

  // Not an expensive read, because it is computed at most twice a minute.
  const activity = keepActivity(sql)
  serve(app, contract.listRevealStats, admin, ({ query, request }) =>
    readAll(request, (sql) => readMatching(sql, query.q, (reads) => listRevealRows(reads, query))),
  )
  serve(app, contract.getActivity, admin, ({ query }) => activity(Number(query.days)))
}

const withTimes = <T extends Dated>(rows: readonly T[]) =>
  rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
