import { notFound } from '#core/http-error.ts'
import type { Sql } from '#server/database/connect.ts'
import { messages, type Topic, type TopicInfo } from '../contract.ts'
import { selectTopicBySlug, selectTopics } from './store.ts'

/** Returns the topic with this slug. Throws 404 if there is none. */
export const requireTopic = async (sql: Sql, slug: string): Promise<TopicInfo> => {
  const topic = await selectTopicBySlug(sql, slug)
  if (!topic) throw notFound(messages.notFound)
  return topic
}

/** Lists all topics, sorted by name. */
export const getTopics = (sql: Sql): Promise<Topic[]> => selectTopics(sql)
