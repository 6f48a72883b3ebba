import type { FastifyInstance } from 'fastify'
import * as contract from '#features/admin/contract.ts'
import * as applications from '#features/admin/contract-applications.ts'
import * as inbox from '#features/admin/contract-inbox.ts'
import * as moderation from '#features/admin/contract-moderation-notices.ts'
import * as signUps from '#features/admin/contract-sign-ups.ts'
import { editSiteText } from '#features/admin/contract-site-texts.ts'
import * as tags from '#features/admin/contract-tags.ts'
import * as topics from '#features/admin/contract-topics.ts'
import { selectSignUpRows } from '#features/members/server/sign-up-requests-query.ts'
import { replaceRenamedTags, tagReplacementJob } from '#features/posts/server/rename-tags-query.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { readFilteredList } from '#server/database/force-custom-plan.ts'
import { readIfMatch } from '#server/http/if-match.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import { runBeforeJob } from '#server/jobs/run-before-job.ts'
import { answerContactMessage } from './answer-contact-message.ts'
import { setApplicationBlocked } from './block-application.ts'
import { approveSignUps, rejectSignUp, requireSiteModerator } from './decide-sign-ups.ts'
import { deleteInboxItem } from './delete-from-inbox.ts'
import { deleteUserAsAdmin } from './delete-user.ts'
import { renameTag } from './manage-tags.ts'
import { approveTopicRequest, createTopic, deleteTopic, markTopicHot, updateTopic } from './manage-topics.ts'
import {
  changeRole,
  createResetLinkAsAdmin,
  endUserSessions,
  removeSecondFactorsAsAdmin,
  setUserMuted,
} from './manage-users.ts'
import { removeComment } from './remove-comment.ts'
import { removeContent } from './remove-content.ts'
import { removePost } from './remove-post.ts'
import { topicPostsJob, updateTopicPosts } from './update-topic-posts.ts'
import { writeSiteText } from './write-site-text.ts'

/** How long a request waits until all posts follow the change of a topic or tag. */
const MAX_WAIT_MS = 3_000

/** Registers an admin's actions (docs/spec/api.md#admin). */
export const adminUseCaseRoutes = (
  app: FastifyInstance,
  { database: { sql }, config }: { database: Database; config: Config },
): void => {
  const waiting = { log: app.log, maxMs: MAX_WAIT_MS }

  serveEndpoint(app, applications.setApplicationBlocked, async ({ member, params, query, body }) => {
    await setApplicationBlocked(sql, { ...member, ...query }, params.id, body.isBlocked)
    return {}
  })
  serveEndpoint(app, contract.muteUser, async ({ member, params, query }) => {
    await setUserMuted(sql, { ...member, reason: query.reason }, params.id, {
      isMuted: true,
      rule: query.rule,
    })
    return { isMuted: true }
  })
  serveEndpoint(app, contract.unmuteUser, async ({ member, params, query }) => {
    await setUserMuted(sql, { ...member, ...query }, params.id, { isMuted: false })
    return { isMuted: false }
  })
  serveEndpoint(app, contract.changeRole, async ({ member, params, query, body }) => {
    const { isModerator, moderatedTopics } = await changeRole(sql, { ...member, ...query }, params.id, body)
    return { isModerator, moderatedTopics: [...moderatedTopics] }
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
  serveEndpoint(app, signUps.approveSignUps, async ({ member, query, body }) => {
    requireSiteModerator(member)
    return { approved: await approveSignUps({ sql, config }, { ...member, ...query }, body.ids) }
  })
  serveEndpoint(app, signUps.rejectSignUp, async ({ member, params, query }) => {
    requireSiteModerator(member)
    await rejectSignUp({ sql, config }, { ...member, ...query }, params.id)
    return {}
  })
  serveEndpoint(app, signUps.listSignUps, ({ member, query, read }) => {
    requireSiteModerator(member)
    return read((reads) => readFilteredList(reads, query.q, (list) => selectSignUpRows(list, query)))
  })
  serveEndpoint(app, topics.createTopic, async ({ member, query, body }) =>
    createTopic(sql, { ...member, ...query }, body),
  )
  serveEndpoint(app, topics.updateTopic, async ({ member, params, query, body, request }) => {
    const update = { ...body, ifMatch: readIfMatch(request) }
    const topic = await updateTopic(sql, { ...member, ...query }, params.id, update)
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
  serveEndpoint(app, tags.renameTag, async ({ member, params, query, body }) => {
    const posts = await renameTag(sql, { ...member, ...query }, params.tag, body.name)
    await runBeforeJob(tagReplacementJob, () => replaceRenamedTags(sql), waiting)
    return { name: body.name, posts }
  })
  serveEndpoint(app, inbox.approveTopicRequest, async ({ member, params, query, body }) =>
    approveTopicRequest(sql, { ...member, ...query }, params.id, body),
  )
  serveEndpoint(app, inbox.rejectTopicRequest, async ({ member, params, query }) => {
    await deleteInboxItem(sql, { ...member, ...query }, 'request', params.id)
    return {}
  })
  serveEndpoint(app, inbox.deleteFeedback, async ({ member, params, query }) => {
    await deleteInboxItem(sql, { ...member, ...query }, 'feedback', params.id)
    return {}
  })
  serveEndpoint(app, inbox.deleteAdRequest, async ({ member, params, query }) => {
    await deleteInboxItem(sql, { ...member, ...query }, 'ad', params.id)
    return {}
  })
  serveEndpoint(app, inbox.answerContactMessage, async ({ member, params, query, body }) => {
    await answerContactMessage({ sql, config }, { ...member, ...query }, params.id, body.answer)
    return {}
  })
  serveEndpoint(app, inbox.deleteContactMessage, async ({ member, params, query }) => {
    await deleteInboxItem(sql, { ...member, ...query }, 'contact', params.id)
    return {}
  })
  serveEndpoint(app, editSiteText, ({ member, params, query, body, request }) =>
    writeSiteText(sql, { ...member, ...query }, params.name, { ...body, ifMatch: readIfMatch(request) }),
  )
  serveEndpoint(app, moderation.removePost, async ({ member, params, body }) => {
    await removePost({ sql, log: app.log }, { ...member, reason: body.reason }, params.id, body.rule)
    return {}
  })
  serveEndpoint(app, moderation.removeCollection, async ({ member, params, body: { reason, rule } }) => {
    await removeContent(sql, { ...member, reason }, { kind: 'collection', id: params.id }, rule)
    return {}
  })
  serveEndpoint(app, moderation.removeSuggestedEdit, async ({ member, params, body: { reason, rule } }) => {
    const reference = { kind: 'suggested-edit', id: String(params.id) } as const
    await removeContent(sql, { ...member, reason }, reference, rule)
    return {}
  })
  serveEndpoint(app, moderation.removeComment, async ({ member, params, body }) => {
    await removeComment({ sql, log: app.log }, { ...member, reason: body.reason }, params.id, body.rule)
    return {}
  })
}
