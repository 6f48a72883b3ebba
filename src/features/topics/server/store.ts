import type { Topic, TopicInfo } from '#features/topics/contract.ts'
import type { Sql } from '#server/database/connect.ts'

export const listAllTopics = (sql: Sql): Promise<Topic[]> =>
  sql<Topic[]>`select id, name, is_hot from topics order by lower(name), id`

export const findTopic = async (sql: Sql, slug: string): Promise<TopicInfo | null> => {
  const [topic] = await sql<TopicInfo[]>`
    select id, name, description, is_hot, post_count from topics where slug = ${slug}`
  return topic ?? null
}
