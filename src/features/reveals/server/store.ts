import type { Viewer } from '#core/viewer.ts'
import { canSee } from '#features/visibility/server/can-see-query.ts'
import type { Sql } from '#server/database/connect.ts'

/**
 * The whole prompt of a post that this member may see, else null; in one statement remembered and, the first time and
 * for another's post, counted. Days, weeks (from Monday) and months are those of UTC.
 */
export const revealFor = async (
  sql: Sql,
  viewer: NonNullable<Viewer>,
  postId: number,
): Promise<string | null> => {
  const [row] = await sql<{ prompt: string }[]>`
    with post as (
      select p.id, p.user_id, p.prompt from posts p where p.id = ${postId} and ${canSee(sql, viewer)}
    ), added as (
      insert into post_reveals (user_id, post_id) select ${viewer.id}, id from post
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
        and exists (select from added join post on post.id = added.post_id where post.user_id <> ${viewer.id})
    )
    select prompt from post`
  return row?.prompt ?? null
}
