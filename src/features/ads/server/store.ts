import type { AdRequestFields } from '#features/ads/contract-form.ts'
import type { AnySql } from '#server/database/connect.ts'

/** The same request again within a minute is a retry: the first is answered. */
export const insertAdRequest = async (
  sql: AnySql,
  userId: number,
  { name, email }: AdRequestFields,
): Promise<number> => {
  const [row] = await sql<{ id: number }[]>`
    with had as (
      select id from ad_requests where user_id = ${userId} and name = ${name} and email = ${email}
        and created_at > now() - interval '1 minute' limit 1
    ), made as (
      insert into ad_requests (name, email, user_id)
      select ${name}, ${email}, ${userId} where not exists (select from had) returning id
    )
    select id from had union all select id from made`
  if (!row) throw new Error('The request was not stored')
  return row.id
}
