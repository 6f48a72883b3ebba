import type { Sql } from '#server/database/connect.ts'
import type { TopicInfo } from '../contract.ts'
import { totalPostCount } from './topics-query.ts'

export const sumTopicPostCounts = async (sql: Sql): Promise<number> => {
  const [row] = await sql<{ count: number }[]>`select ${totalPostCount(sql)} as count`
  return row?.count ?? 0
}

export const selectTopicBySlug = async (sql: Sql, slug: string): Promise<TopicInfo | null> => {
  const [topic] = await sql<TopicInfo[]>`
    select id, name, description, is_hot, post_count, revision from topics where slug = ${slug}`
  return topic ?? null
}
