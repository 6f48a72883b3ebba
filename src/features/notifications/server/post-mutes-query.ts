import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import { defineExportSection } from '#server/database/export-section.ts'

/** The maximum number of posts whose notifications a member can mute. */
const MAX_MUTED_POSTS = 1_000

/** Returns an SQL condition that a member has not muted the notifications about a post. Both are SQL expressions. */
export const isPostUnmuted = (sql: AnySql, userId: SqlFragment, postId: SqlFragment): SqlFragment =>
  sql`not exists (select from post_mutes m where m.user_id = ${userId} and m.post_id = ${postId})`

export const selectPostMute = async (sql: AnySql, userId: number, postId: number): Promise<boolean> => {
  const rows = await sql`select 1 from post_mutes where user_id = ${userId} and post_id = ${postId}`
  return rows.length > 0
}

/**
 * Mutes the notifications about a post and marks those that the member has as read. Returns how many were unread, or null
 * if the member mutes too many posts. The caller must have locked the member.
 */
export const insertPostMute = async (tx: AnySql, userId: number, postId: number): Promise<number | null> => {
  const [row] = await tx<{ isMuted: boolean; marked: number }[]>`
    with added as (
      insert into post_mutes (user_id, post_id) select ${userId}::integer, ${postId}::integer
      where (select count(*) from post_mutes where user_id = ${userId}) < ${MAX_MUTED_POSTS}
      on conflict do nothing returning post_id
    ), marked as (
      update notifications n set is_read = true from added
      where n.user_id = ${userId} and n.post_id = added.post_id and not n.is_read returning n.id
    )
    select exists (select from added)
      or exists (select from post_mutes where user_id = ${userId} and post_id = ${postId}) as is_muted,
      (select count(*)::integer from marked) as marked`
  return row?.isMuted ? row.marked : null
}

export const deletePostMute = (sql: AnySql, userId: number, postId: number) =>
  sql`delete from post_mutes where user_id = ${userId} and post_id = ${postId}`

export const postMuteExport = defineExportSection(
  'mutedPosts',
  (sql, user, after) => sql`
    select id, post_id, created_at from post_mutes where user_id = ${user} and id > ${after}`,
)
