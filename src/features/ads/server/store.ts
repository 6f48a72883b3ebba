import type { AdRequestFields } from '#features/ads/contract-form.ts'
import type { AnySql } from '#server/database/connect.ts'

/**
 * Stores an ad request. The same request within a minute is a retry and returns the id of the first one;
 * within a day it returns null.
 */
export const insertAdRequest = async (
  sql: AnySql,
  userId: number,
  { name, email }: AdRequestFields,
): Promise<number | null> => {
  const [row] = await sql<{ id: number | null }[]>`
    with existing as (
      select case when created_at > now() - interval '1 minute' then id end as id from ad_requests
      where user_id = ${userId} and name = ${name} and email = ${email} and created_at > now() - interval '1 day'
      order by ad_requests.id desc limit 1
    ), inserted as (
      insert into ad_requests (name, email, user_id)
      select ${name}, ${email}, ${userId} where not exists (select from existing) returning id
    )
    select id from existing union all select id from inserted`
  if (!row) throw new Error('The request was not stored')
  return row.id
}
