import { conflict, type Failure, notFound } from '#core/failure.ts'
import { paths } from '#core/paths.ts'
import { topicSlug } from '#core/slugs.ts'
import { type Acting, recordAct } from '#features/audit/server/acts-query.ts'
import type { TopicForm } from '#features/moderation/contract-form.ts'
import { messages } from '#features/moderation/contract-messages.ts'
import type { TopicRow } from '#features/moderation/contract-topics.ts'
import { indexTopicLater } from '#features/search/server/index-later-query.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { databaseMeaning } from '#server/database/errors.ts'
import { retryOnClash } from '#server/database/retry-on-clash.ts'
import { takeTopicRequest } from './inbox-query.ts'
import * as query from './topics-query.ts'

/** Throws 409 with the other topic's page where its link would be the same. */
export const createTopic = (sql: Sql, by: Acting, form: TopicForm): Promise<TopicRow> =>
  sql.begin((tx) => insert(tx, by, form)) as Promise<TopicRow>

/** The request becomes a topic, both or neither. Throws 404 where it is gone already, 409 as `createTopic`. */
export const approveRequest = (sql: Sql, by: Acting, id: number, form: TopicForm): Promise<TopicRow> =>
  sql.begin(async (tx) => {
    const request = await takeTopicRequest(tx, id)
    if (!request) throw notFound(messages.requestNotFound)
    const topic = await insert(tx, by, form)
    await recordAct(tx, by, {
      ...{ action: 'approve-request', target: { id, name: request.name }, before: request },
      after: { topicId: topic.id, name: topic.name },
    })
    return topic
  }) as Promise<TopicRow>

const insert = async (tx: AnySql, by: Acting, form: TopicForm): Promise<TopicRow> => {
  const topic = await query.insertTopic(tx, form)
  if (!topic) throw await taken(tx, form.name)
  await recordAct(tx, by, { action: 'create-topic', target: topic, after: form })
  return topic
}

/** Its link follows the name; its posts are noted to be indexed anew. Throws 404, and 409 as `createTopic`. */
export const changeTopic = (sql: Sql, by: Acting, id: number, form: TopicForm): Promise<TopicRow> =>
  sql
    .begin(async (tx) => {
      const had = await query.holdTopic(tx, id)
      if (!had) throw notFound(messages.topicNotFound)
      await query.allowTime(tx)
      const topic = await query.updateTopic(tx, id, form)
      if (!topic) throw await taken(tx, form.name)
      const { name, description } = had
      await recordAct(tx, by, {
        action: 'change-topic',
        target: topic,
        before: { name, description },
        after: form,
      })
      if (topic.name !== name) await indexTopicLater(tx, id)
      return topic
    })
    .catch(async (error: unknown) => {
      throw databaseMeaning(error) === 'duplicate' ? await taken(sql, form.name) : error
    }) as Promise<TopicRow>

/** Marking it again changes and records nothing. Throws 404. */
export const markHot = (sql: Sql, by: Acting, id: number, isHot: boolean): Promise<TopicRow> =>
  sql.begin(async (tx) => {
    const topic = await query.holdTopic(tx, id)
    if (!topic) throw notFound(messages.topicNotFound)
    if (topic.isHot === isHot) return topic
    await query.setHot(tx, id, isHot)
    await recordAct(tx, by, {
      action: isHot ? 'mark-hot' : 'unmark-hot',
      target: topic,
      before: { isHot: topic.isHot },
      after: { isHot },
    })
    return { ...topic, isHot }
  }) as Promise<TopicRow>

/** Its posts stay, without a topic, and are noted to be indexed anew. Throws 404. */
export const deleteTopic = (sql: Sql, by: Acting, id: number): Promise<void> =>
  retryOnClash(() =>
    sql.begin(async (tx) => {
      const topic = await query.holdTopic(tx, id)
      if (!topic) throw notFound(messages.topicNotFound)
      const { name, description, isHot, postCount } = topic
      await recordAct(tx, by, {
        action: 'delete-topic',
        target: topic,
        before: { name, description, isHot, postCount },
      })
      await query.allowTime(tx)
      await indexTopicLater(tx, id)
      await query.deleteTopicRow(tx, id)
    }),
  )

const taken = async (sql: AnySql, name: string): Promise<Failure> => {
  const other = (await query.findNameBySlug(sql, topicSlug(name))) ?? name
  const message = messages.topicExists(other)
  return conflict(message, { field: 'name', conflictUrl: paths.topic(other) })
}
