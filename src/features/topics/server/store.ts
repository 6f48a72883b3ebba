import type { Sql } from '#server/database/connect.ts'
import type { TopicInfo } from '../contract.ts'

/** Adds up the stored post counts of all topics because counting the posts would read a million rows. */
export const sumTopicPostCounts = async (sql: Sql): Promise<number> => {
  const [row] = await sql<{ count: number }[]>`select coalesce(sum(post_count), 0)::int as count from topics`
  return row?.count ?? 0
}

export const selectTopicBySlug = async (sql: Sql, slug: string): Promise<TopicInfo | null> => {
  const [topic] = await sql<TopicInfo[]>`
    select id, name, description, is_hot, post_count from topics where slug = ${slug}`
  return topic ?? null
}
