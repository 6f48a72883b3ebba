import type { TopicRequestFields } from '#features/topic-requests/contract-form.ts'
import type { AnySql } from '#server/database/connect.ts'

export const findTopicName = async (sql: AnySql, slug: string): Promise<string | null> => {
  const [topic] = await sql<{ name: string }[]>`select name from topics where slug = ${slug}`
  return topic?.name ?? null
}

/** Stores a topic request. Returns null if the member has already requested a topic with this name. */
export const insertRequest = async (
  sql: AnySql,
  userId: number,
  { name, description }: TopicRequestFields,
): Promise<number | null> => {
  const [row] = await sql<{ id: number }[]>`
    insert into topic_requests (name, description, user_id)
    select ${name}, ${description}, ${userId}
    where not exists (select from topic_requests where user_id = ${userId} and lower(name) = lower(${name}))
    returning id`
  return row?.id ?? null
}
