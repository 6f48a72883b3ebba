import type { FastifyInstance } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import { selectInvitationFacts } from '#features/identity/server/invitation-query.ts'
import { selectUserIdsWithSecondFactor } from '#features/identity/server/second-factors/second-factor-query.ts'
import { countSignUpRows } from '#features/members/server/sign-up-requests-query.ts'
import { countUserRows, selectUserRows } from '#features/members/server/user-list-query.ts'
import { countPromptLogs } from '#features/optimizer/server/prompt-log-query.ts'
import { countTagRows, selectTagRows } from '#features/posts/server/tags-query.ts'
import * as rows from '#features/requests/server/inbox-query.ts'
import { countTopicRows, selectTopicRows } from '#features/topics/server/topic-list-query.ts'
import type { AnySql, Database, Sql } from '#server/database/connect.ts'
import type { RowTotals } from '#server/database/count-rows.ts'
import { readFilteredList } from '#server/database/force-custom-plan.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import * as contract from '../contract.ts'
import * as inbox from '../contract-inbox.ts'
import * as notices from '../contract-moderation-notices.ts'
import * as tags from '../contract-tags.ts'
import * as topics from '../contract-topics.ts'
import * as totals from '../contract-totals.ts'
import { type CountedList, MAX_INBOX_COUNT } from '../contract-values.ts'
import { countAuditEvents } from './audit-query.ts'
import { deleteModerationNotice, selectModerationNotices } from './moderation-notice-query.ts'
import { countRevealStats, createActivityCache, selectRevealStats } from './statistics-query.ts'
import { selectUserContentCounts } from './users-query.ts'

/** Registers the admin panel's endpoints (docs/spec/api.md#admin), and those of the notices that its removals leave. */
export const adminRoutes = (app: FastifyInstance, { database: { sql } }: { database: Database }): void => {
  serveEndpoint(app, contract.listUsers, ({ query, read }) => listRows(read, query, listUsers))
  serveEndpoint(app, contract.searchUsers, ({ query, read }) => listRows(read, query, listUsers))
  serveEndpoint(app, contract.countUserContent, async ({ params, read }) => {
    const belongings = await read((reads) => selectUserContentCounts(reads, params.id))
    if (!belongings) throw new HttpError('user-not-found')
    return belongings
  })
  serveEndpoint(app, topics.listAdminTopics, ({ query, read }) =>
    read(async (reads) => selectTopicRows(reads, query)),
  )
  serveEndpoint(app, tags.listAdminTags, ({ query, read }) =>
    read(async (reads) => selectTagRows(reads, query)),
  )
  serveEndpoint(app, totals.countListRows, ({ params, query, read }) =>
    listRows(read, query, (reads, { q }) => counts[params.list](reads, q)),
  )
  serveEndpoint(app, inbox.countInboxItems, ({ read }) =>
    read((reads) => rows.countInboxItems(reads, MAX_INBOX_COUNT)),
  )
  serveEndpoint(app, inbox.listTopicRequests, ({ query, read }) =>
    listRows(read, query, rows.selectTopicRequestRows),
  )
  serveEndpoint(app, inbox.listFeedback, ({ query, read }) => listRows(read, query, rows.selectFeedbackRows))
  serveEndpoint(app, inbox.listAdRequests, ({ query, read }) =>
    listRows(read, query, rows.selectAdRequestRows),
  )
  serveEndpoint(app, inbox.listContactMessages, ({ query, read }) =>
    listRows(read, query, rows.selectContactMessageRows),
  )
  // The activity endpoint does not count as an expensive read, because it is computed at most twice a minute.
  const activity = createActivityCache(sql)
  serveEndpoint(app, contract.listRevealStats, ({ query, read }) =>
    read((sql) => readFilteredList(sql, query.q, (reads) => selectRevealStats(reads, query))),
  )
  serveEndpoint(app, contract.getActivity, ({ query }) => activity(Number(query.days)))
  serveEndpoint(app, notices.listModerationNotices, async ({ member }) =>
    selectModerationNotices(sql, member.id),
  )
  serveEndpoint(app, notices.dismissModerationNotice, async ({ member, params }) => {
    await deleteModerationNotice(sql, member.id, params.id)
    return {}
  })
}

type Read = <T>(read: (sql: Sql) => Promise<T>) => Promise<T>

const listRows = <Q extends { q?: string }, T>(
  read: Read,
  query: Q,
  list: (sql: AnySql, query: Q) => PromiseLike<T>,
): Promise<T> => read((sql) => readFilteredList(sql, query.q, (reads) => list(reads, query)))

const counts: Record<CountedList, (sql: AnySql, q: string) => Promise<RowTotals>> = {
  users: countUserRows,
  prompts: countPromptLogs,
  reveals: countRevealStats,
  topics: countTopicRows,
  tags: countTagRows,
  approvals: countSignUpRows,
  requests: rows.countTopicRequestRows,
  feedback: rows.countFeedbackRows,
  ads: rows.countAdRequestRows,
  contact: rows.countContactMessageRows,
  audit: countAuditEvents,
}

const listUsers = async (sql: AnySql, query: Parameters<typeof selectUserRows>[1]) => {
  const users = await selectUserRows(sql, query)
  const ids = users.map(({ id }) => id)
  const protectedIds = new Set(await selectUserIdsWithSecondFactor(sql, ids))
  const facts = new Map((await selectInvitationFacts(sql, ids)).map(({ id, ...rest }) => [id, rest]))
  return users.map((user) => ({
    ...user,
    hasSecondFactors: protectedIds.has(user.id),
    invitations: facts.get(user.id) ?? null,
  }))
}
