import type { Viewer } from '#core/viewer.ts'
import { canTakePart } from '#features/visibility/server/can-see-query.ts'
import type { Sql } from '#server/database/connect.ts'

/**
 * Returns the whole prompt, or null if the member cannot participate in the post. The first reveal of
 * somebody else's post is stored and counted in the same statement; the author's own views are not reveals.
 * Days, weeks (from Monday) and months are in UTC.
 */
export const revealFor = async (
  sql: Sql,
  viewer: NonNullable<Viewer>,
  postId: number,
): Promise<string | null> => {
  const [row] = await sql<{ prompt: string }[]>`
    with post as (
      select p.id, p.user_id, p.prompt from posts p where p.id = ${postId} and ${canTakePart(sql, viewer)}
    ), added as (
      insert into post_reveals (user_id, post_id) select ${viewer.id}, id from post where user_id <> ${viewer.id}
      on conflict (post_id, user_id) do nothing returning post_id
    ), today as (
      select (now() at time zone 'utc')::date as day
    ), counted as (
      update users set
        daily_reveals = 1 + case when reveals_counted_on = day then daily_reveals else 0 end,
        weekly_reveals = 1 + case
          when date_trunc('week', reveals_counted_on) = date_trunc('week', day) then weekly_reveals else 0 end,
        monthly_reveals = 1 + case
          when date_trunc('month', reveals_counted_on) = date_trunc('month', day) then monthly_reveals else 0 end,
        all_time_reveals = all_time_reveals + 1,
        reveals_counted_on = day
      from today
      where users.id = ${viewer.id}
        and exists (select from added)
    )
    select prompt from post`
  return row?.prompt ?? null
}
