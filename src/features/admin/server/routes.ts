import type { FastifyInstance } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import { selectUserIdsWithSecondFactor } from '#features/identity/server/second-factors/second-factor-query.ts'
import { selectUserRows } from '#features/members/server/profile-query.ts'
import { replaceRenamedTags, selectTagRows, tagReplacementJob } from '#features/posts/server/tags-query.ts'
import * as rows from '#features/requests/server/inbox-query.ts'
import { topicPostsJob, updateTopicPosts } from '#features/search/server/update-topic-posts.ts'
import { selectTopicRows } from '#features/topics/server/topic-list-query.ts'
import type { Config } from '#server/config.ts'
import type { AnySql, Database, Sql } from '#server/database/connect.ts'
import { readFilteredList } from '#server/database/force-custom-plan.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import { runBeforeJob } from '#server/jobs/run-before-job.ts'
import * as contract from '../contract.ts'
import * as inbox from '../contract-inbox.ts'
import { editSiteText } from '../contract-site-texts.ts'
import * as tags from '../contract-tags.ts'
import * as topics from '../contract-topics.ts'
import { MAX_INBOX_COUNT } from '../contract-values.ts'
import { deleteInboxItem } from './delete-from-inbox.ts'
import { renameTag } from './manage-tags.ts'
import { approveTopicRequest, createTopic, deleteTopic, markTopicHot, updateTopic } from './manage-topics.ts'
import {
  createResetLinkAsAdmin,
  deleteUserAsAdmin,
  endUserSessions,
  removeSecondFactorsAsAdmin,
  setUserMuted,
} from './manage-users.ts'
import { createActivityCache, selectRevealStats } from './statistics-query.ts'
import { selectUserContentCounts } from './users-query.ts'
import { writeSiteText } from './write-site-text.ts'

/** How long a request waits until all posts follow the change of a topic or tag. */
const MAX_WAIT_MS = 3_000

/** Registers the admin panel's endpoints (docs/spec/api.md#admin). */
export const adminRoutes = (
  app: FastifyInstance,
  { database: { sql }, config }: { database: Database; config: Config },
): void => {
  serveEndpoint(app, contract.listUsers, ({ query, read }) => listRows(read, query, listUsers))
  serveEndpoint(app, contract.searchUsers, ({ query, read }) => listRows(read, query, listUsers))
  serveEndpoint(app, contract.countUserContent, async ({ params, read }) => {
    const belongings = await read((reads) => selectUserContentCounts(reads, params.id))
    if (!belongings) throw new HttpError('user-not-found')
    return belongings
  })
  serveEndpoint(app, contract.muteUser, async ({ member, params, query }) => {
    await setUserMuted(sql, { ...member, ...query }, params.id, true)
    return { isMuted: true }
  })
  serveEndpoint(app, contract.unmuteUser, async ({ member, params, query }) => {
    await setUserMuted(sql, { ...member, ...query }, params.id, false)
    return { isMuted: false }
  })
  serveEndpoint(app, contract.endUserSessions, async ({ member, params, query }) => {
    return { ended: await endUserSessions({ sql, config }, { ...member, ...query }, params.id) }
  })
  serveEndpoint(app, contract.createResetLink, ({ member, params, query }) =>
    createResetLinkAsAdmin({ sql, config }, { ...member, ...query }, params.id),
  )
  serveEndpoint(app, contract.removeSecondFactors, async ({ member, params, query }) => ({
    removed: await removeSecondFactorsAsAdmin({ sql, config }, { ...member, ...query }, params.id),
  }))
  serveEndpoint(app, contract.deleteUser, async ({ member, params, query }) => {
    await deleteUserAsAdmin({ sql, config, log: app.log }, { ...member, ...query }, params.id)
    return {}
  })

  const waiting = { log: app.log, maxMs: MAX_WAIT_MS }
  serveEndpoint(app, topics.listAdminTopics, ({ query, read }) =>
    read(async (reads) => selectTopicRows(reads, query)),
  )
  serveEndpoint(app, topics.createTopic, async ({ member, query, body }) =>
    createTopic(sql, { ...member, ...query }, body),
  )
  serveEndpoint(app, topics.updateTopic, async ({ member, params, query, body }) => {
    const topic = await updateTopic(sql, { ...member, ...query }, params.id, body)
    await runBeforeJob(topicPostsJob, () => updateTopicPosts(sql, params.id), waiting)
    return topic
  })
  serveEndpoint(app, topics.setTopicHot, async ({ member, params, query, body }) =>
    markTopicHot(sql, { ...member, ...query }, params.id, body.isHot),
  )
  serveEndpoint(app, topics.deleteTopic, async ({ member, params, query }) => {
    await deleteTopic(sql, { ...member, ...query }, params.id)
    await runBeforeJob(topicPostsJob, () => updateTopicPosts(sql, params.id), waiting)
    return {}
  })

  serveEndpoint(app, tags.listAdminTags, ({ query, read }) =>
    read(async (reads) => selectTagRows(reads, query)),
  )
  serveEndpoint(app, tags.renameTag, async ({ member, params, query, body }) => {
    const posts = await renameTag(sql, { ...member, ...query }, params.tag, body.name)
    await runBeforeJob(tagReplacementJob, () => replaceRenamedTags(sql), waiting)
    return { name: body.name, posts }
  })

  serveEndpoint(app, inbox.countInboxItems, ({ read }) =>
    read((reads) => rows.countInboxItems(reads, MAX_INBOX_COUNT)),
  )
  serveEndpoint(app, inbox.listTopicRequests, ({ query, read }) =>
    listRows(read, query, rows.selectTopicRequestRows),
  )
  serveEndpoint(app, inbox.approveTopicRequest, async ({ member, params, query, body }) =>
    approveTopicRequest(sql, { ...member, ...query }, params.id, body),
  )
  serveEndpoint(app, inbox.rejectTopicRequest, async ({ member, params, query }) => {
    await deleteInboxItem(sql, { ...member, ...query }, 'request', params.id)
    return {}
  })
  serveEndpoint(app, inbox.listFeedback, ({ query, read }) => listRows(read, query, rows.selectFeedbackRows))
  serveEndpoint(app, inbox.deleteFeedback, async ({ member, params, query }) => {
    await deleteInboxItem(sql, { ...member, ...query }, 'feedback', params.id)
    return {}
  })
  serveEndpoint(app, inbox.listAdRequests, ({ query, read }) =>
    listRows(read, query, rows.selectAdRequestRows),
  )
  serveEndpoint(app, inbox.deleteAdRequest, async ({ member, params, query }) => {
    await deleteInboxItem(sql, { ...member, ...query }, 'ad', params.id)
    return {}
  })

  serveEndpoint(app, editSiteText, ({ member, params, query, body }) =>
    writeSiteText(sql, { ...member, ...query }, params.name, body.text),
  )

  // The activity endpoint does not count as an expensive read, because it is computed at most twice a minute.
  const activity = createActivityCache(sql)
  serveEndpoint(app, contract.listRevealStats, ({ query, read }) =>
    read((sql) => readFilteredList(sql, query.q, (reads) => selectRevealStats(reads, query))),
  )
  serveEndpoint(app, contract.getActivity, ({ query }) => activity(Number(query.days)))
}

type Read = <T>(read: (sql: Sql) => Promise<T>) => Promise<T>

const listRows = <Q extends { q?: string }, T>(
  read: Read,
  query: Q,
  list: (sql: AnySql, query: Q) => PromiseLike<T[]>,
): Promise<T[]> => read((sql) => readFilteredList(sql, query.q, (reads) => list(reads, query)))

const listUsers = async (sql: AnySql, query: Parameters<typeof selectUserRows>[1]) => {
  const users = await selectUserRows(sql, query)
  const ids = await selectUserIdsWithSecondFactor(
    sql,
    users.map(({ id }) => id),
  )
  const protectedIds = new Set(ids)
  return users.map((user) => ({ ...user, hasSecondFactors: protectedIds.has(user.id) }))
}
