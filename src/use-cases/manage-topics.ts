import { HttpError } from '#core/http-error.ts'
import { paths } from '#core/paths.ts'
import { toTopicSlug } from '#core/slugs.ts'
import type { TopicForm, TopicUpdate } from '#features/admin/contract-form.ts'
import { adminMessages } from '#features/admin/contract-messages.ts'
import { type Actor, recordAuditEvent } from '#features/admin/server/audit-query.ts'
import { notifyOfTopicRequest } from '#features/notifications/server/notify-query.ts'
import { deleteTopicRequest } from '#features/requests/server/inbox-query.ts'
import type { TopicInfo } from '#features/topics/contract.ts'
import * as topics from '#features/topics/server/topics-query.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { violatesUniqueIndex } from '#server/database/errors.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import { requireRevision } from '#server/http/if-match.ts'
import { enqueueTopicUpdate } from './update-topic-posts.ts'

/** Creates a topic. Throws 409 with the existing topic's URL if its slug is already taken. */
export const createTopic = (sql: Sql, actor: Actor, form: TopicForm): Promise<TopicInfo> =>
  sql.begin((tx) => insertAndRecord(tx, actor, form)) as Promise<TopicInfo>

/**
 * Creates the requested topic and deletes the request in one transaction. Without a description, the topic gets that of
 * the request. Throws 404 if the request no longer exists,
 * and 409 if the topic's slug is already taken.
 */
export const approveTopicRequest = (
  sql: Sql,
  actor: Actor,
  id: number,
  { name, description }: TopicUpdate,
): Promise<TopicInfo> =>
  sql.begin(async (tx) => {
    const request = await deleteTopicRequest(tx, id)
    if (!request) throw new HttpError('request-not-found')
    const topic = await insertAndRecord(tx, actor, { name, description: description ?? request.description })
    await recordAuditEvent(tx, actor, {
      action: 'approve-request',
      target: { id, name: request.name },
      before: request,
      after: { topicId: topic.id, name: topic.name },
    })
    await notifyOfTopicRequest(tx, actor.id, {
      userId: request.userId,
      type: 'topic-approved',
      topicName: request.name,
      topicId: topic.id,
    })
    return topic
  }) as Promise<TopicInfo>

const insertAndRecord = async (tx: AnySql, actor: Actor, form: TopicForm): Promise<TopicInfo> => {
  const topic = await topics.insertTopic(tx, form)
  if (!topic) throw await topicExists(tx, form.name)
  await recordAuditEvent(tx, actor, { action: 'create-topic', target: topic, after: form })
  return topic
}

/**
 * Changes a topic's name or description; an absent description stays. The slug changes with the name. Call `updateTopicPosts` afterwards. Throws 404 for an unknown topic, 412 if it is not at the revision `ifMatch`, and 409 with the existing topic's URL if the slug is already taken.
 */
export const updateTopic = (
  sql: Sql,
  actor: Actor,
  id: number,
  { ifMatch, ...update }: TopicUpdate & { ifMatch: string | null },
): Promise<TopicInfo> =>
  sql
    .begin(async (tx) => {
      const existing = await topics.lockTopic(tx, id)
      if (!existing) throw new HttpError('topic-not-found')
      requireRevision(ifMatch, existing.revision)
      const form = { name: update.name, description: update.description ?? existing.description }
      const topic = await topics.updateTopicRow(tx, id, form)
      if (!topic) throw await topicExists(tx, form.name)
      const { name, description } = existing
      await recordAuditEvent(tx, actor, {
        action: 'change-topic',
        target: topic,
        before: { name, description },
        after: form,
      })
      if (topic.name !== name) await enqueueTopicUpdate(tx, id)
      return topic
    })
    .catch(async (error: unknown) => {
      throw violatesUniqueIndex(error, 'topics_slug_key') ? await topicExists(sql, update.name) : error
    }) as Promise<TopicInfo>

/**
 * Marks or unmarks a topic as hot. Repeating the request changes and records nothing. Throws 404 for an
 * unknown topic.
 */
export const markTopicHot = (sql: Sql, actor: Actor, id: number, isHot: boolean): Promise<TopicInfo> =>
  sql.begin(async (tx) => {
    const topic = await topics.lockTopic(tx, id)
    if (!topic) throw new HttpError('topic-not-found')
    if (topic.isHot === isHot) return topic
    await topics.updateTopicIsHot(tx, id, isHot)
    await recordAuditEvent(tx, actor, {
      action: isHot ? 'mark-hot' : 'unmark-hot',
      target: topic,
      before: { isHot: topic.isHot },
      after: { isHot },
    })
    return { ...topic, isHot }
  }) as Promise<TopicInfo>

/** Deletes a topic. Its posts remain, without a topic. Call `updateTopicPosts` afterwards. Throws 404 for an unknown topic. */
export const deleteTopic = (sql: Sql, actor: Actor, id: number): Promise<void> =>
  retryOnConflict(() =>
    sql.begin(async (tx) => {
      const topic = await topics.lockTopic(tx, id)
      if (!topic) throw new HttpError('topic-not-found')
      const { name, description, isHot, postCount } = topic
      await recordAuditEvent(tx, actor, {
        action: 'delete-topic',
        target: topic,
        before: { name, description, isHot, postCount },
      })
      await enqueueTopicUpdate(tx, id)
      await topics.deleteTopicRow(tx, id)
    }),
  )

const topicExists = async (sql: AnySql, name: string): Promise<HttpError> => {
  const other = (await topics.selectTopicName(sql, toTopicSlug(name))) ?? name
  const message = adminMessages.topicExists(other)
  return new HttpError('topic-exists', { message, field: 'name', conflictUrl: paths.topic(other) })
}
