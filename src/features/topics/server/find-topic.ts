import { HttpError } from '#core/http-error.ts'
import type { Sql } from '#server/database/connect.ts'
import type { TopicInfo } from '../contract.ts'
import { selectTopicBySlug } from './store.ts'

/** Returns the topic with this slug. Throws 404 if there is none. */
export const requireTopic = async (sql: Sql, slug: string): Promise<TopicInfo> => {
  const topic = await selectTopicBySlug(sql, slug)
  if (!topic) throw new HttpError('topic-not-found')
  return topic
}
