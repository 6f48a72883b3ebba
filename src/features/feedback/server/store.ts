import type { AnySql } from '#server/database/connect.ts'

/** The same words again within a minute are a retry: the first is answered. Within a day they are refused: null. */
export const insertFeedback = async (
  sql: AnySql,
  userId: number,
  content: string,
): Promise<number | null> => {
  const [row] = await sql<{ id: number | null }[]>`
    with had as (
      select case when created_at > now() - interval '1 minute' then id end as id from feedback
      where user_id = ${userId} and content = ${content} and created_at > now() - interval '1 day'
      order by feedback.id desc limit 1
    ), made as (
      insert into feedback (content, user_id) select ${content}, ${userId} where not exists (select from had)
      returning id
    )
    select id from had union all select id from made`
  if (!row) throw new Error('Feedback was not stored')
  return row.id
}
