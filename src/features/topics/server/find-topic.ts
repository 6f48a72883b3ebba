import { notFound } from '#core/failure.ts'
import { messages, type Topic, type TopicInfo } from '#features/topics/contract.ts'
import { findTopic, listAllTopics } from '#features/topics/server/store.ts'
import type { Sql } from '#server/database/connect.ts'

/** Returns the topic with this slug. Throws 404 if there is none. */
export const topicOf = async (sql: Sql, slug: string): Promise<TopicInfo> => {
  const topic = await findTopic(sql, slug)
  if (!topic) throw notFound(messages.notFound)
  return topic
}

/** Lists all topics, sorted by name. */
export const allTopics = (sql: Sql): Promise<Topic[]> => listAllTopics(sql)
