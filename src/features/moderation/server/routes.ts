import type { FastifyInstance } from 'fastify'
import { notFound } from '#core/failure.ts'
import type { Viewer } from '#core/viewer.ts'
import type { Acting } from '#features/audit/server/acts-query.ts'
import { admin, memberOf } from '#features/identity/server/guards.ts'
import * as contract from '#features/moderation/contract.ts'
import { messages } from '#features/moderation/contract-messages.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { serve } from '#server/http/serve.ts'
import { takeFromLimit } from '#server/limits/take-from-limit.ts'
import { approveRequest, changeTopic, createTopic, deleteTopic, markHot } from './change-topics.ts'
import { deleteOtherUser } from './delete-other-user.ts'
import { deleteFromInbox } from './empty-inbox.ts'
import * as inbox from './inbox-query.ts'
import { muteUser } from './mute-user.ts'
import { keepActivity } from './recent-activity.ts'
import { listRevealRows } from './statistics-query.ts'
import { listTopicRows } from './topics-query.ts'
import { findBelongings, listUserRows } from './users-query.ts'

type Dated = { createdAt: Date }

/** The admin panel's calls (section 7). */
export const moderationRoutes = (
  app: FastifyInstance,
  { database: { sql }, config }: { database: Database; config: Config },
): void => {
  const limit = { most: 1_000, seconds: 3_600, scale: config.rateLimitScale }

  /** Who acts; an admin's stolen session cannot empty the site in a minute. */
  const acting = async (viewer: Viewer, reason = ''): Promise<Acting> => {
    const by = memberOf(viewer)
    await takeFromLimit(sql, { key: `admin:${by.id}`, ...limit })
    return { ...by, reason }
  }

  serve(app, contract.listUsers, admin, async ({ query }) => withTimes(await listUserRows(sql, query)))
  serve(app, contract.searchUsers, admin, async ({ query }) => withTimes(await listUserRows(sql, query)))
  serve(app, contract.countBelongings, admin, async ({ params }) => {
    const belongings = await findBelongings(sql, params.id)
    if (!belongings) throw notFound(messages.notFound)
    return belongings
  })
  serve(app, contract.muteUser, admin, async ({ viewer, params, query }) => {
    await muteUser(sql, await acting(viewer, query.reason), params.id, true)
    return { isMuted: true }
  })
  serve(app, contract.unmuteUser, admin, async ({ viewer, params, query }) => {
    await muteUser(sql, await acting(viewer, query.reason), params.id, false)
    return { isMuted: false }
  })
  serve(app, contract.deleteUser, admin, async ({ viewer, params, query }) => {
    await deleteOtherUser({ sql, config }, await acting(viewer, query.reason), params.id)
    return {}
  })

  serve(app, contract.listTopicRows, admin, ({ query }) => listTopicRows(sql, query))
  serve(app, contract.createTopic, admin, async ({ viewer, body }) =>
    createTopic(sql, await acting(viewer), body),
  )
  serve(app, contract.changeTopic, admin, async ({ viewer, params, body }) =>
    changeTopic(sql, await acting(viewer), params.id, body),
  )
  serve(app, contract.markHot, admin, async ({ viewer, params, body }) =>
    markHot(sql, await acting(viewer), params.id, body.isHot),
  )
  serve(app, contract.deleteTopic, admin, async ({ viewer, params, query }) => {
    await deleteTopic(sql, await acting(viewer, query.reason), params.id)
    return {}
  })

  serve(app, contract.listTopicRequests, admin, async ({ query }) =>
    withTimes(await inbox.listTopicRequestRows(sql, query)),
  )
  serve(app, contract.approveRequest, admin, async ({ viewer, params, body }) =>
    approveRequest(sql, await acting(viewer), params.id, body),
  )
  serve(app, contract.rejectRequest, admin, async ({ viewer, params, query }) => {
    await deleteFromInbox(sql, await acting(viewer, query.reason), 'request', params.id)
    return {}
  })
  serve(app, contract.listFeedback, admin, async ({ query }) =>
    withTimes(await inbox.listFeedbackRows(sql, query)),
  )
  serve(app, contract.deleteFeedback, admin, async ({ viewer, params, query }) => {
    await deleteFromInbox(sql, await acting(viewer, query.reason), 'feedback', params.id)
    return {}
  })
  serve(app, contract.listAdRequests, admin, async ({ query }) =>
    withTimes(await inbox.listAdRequestRows(sql, query)),
  )
  serve(app, contract.deleteAdRequest, admin, async ({ viewer, params, query }) => {
    await deleteFromInbox(sql, await acting(viewer, query.reason), 'ad', params.id)
    return {}
  })

  const activity = keepActivity(sql)
  serve(app, contract.listRevealStats, admin, ({ query }) => listRevealRows(sql, query))
  serve(app, contract.getActivity, admin, ({ query }) => activity(Number(query.days)))
}

const withTimes = <T extends Dated>(rows: readonly T[]) =>
  rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
