import { notFound } from '#core/failure.ts'
import { messages } from '#features/topics/contract.ts'
import { findTopic } from '#features/topics/server/store.ts'
import type { Database } from '#server/database/connect.ts'

/** The id behind a topic's slug; 404 'Topic not found'. */
export const topicIdOf = async ({ readSql }: Database, slug: string): Promise<number> => {
  const topic = await findTopic(readSql, slug)
  if (!topic) throw notFound(messages.notFound)
  return topic.id
}
