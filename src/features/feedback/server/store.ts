import type { AnySql } from '#server/database/connect.ts'

/**
 * Stores feedback. The same text within a minute is a retry and returns the id of the first one; within a day
 * it returns null.
 */
export const insertFeedback = async (
  sql: AnySql,
  userId: number,
  content: string,
): Promise<number | null> => {
  const [row] = await sql<{ id: number | null }[]>`
    with existing as (
      select case when created_at > now() - interval '1 minute' then id end as id from feedback
      where user_id = ${userId} and content = ${content} and created_at > now() - interval '1 day'
      order by feedback.id desc limit 1
    ), inserted as (
      insert into feedback (content, user_id) select ${content}, ${userId} where not exists (select from existing)
      returning id
    )
    select id from existing union all select id from inserted`
  if (!row) throw new Error('Feedback was not stored')
  return row.id
}
