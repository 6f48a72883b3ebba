import type { Viewer } from '#core/viewer.ts'
import { joinPost } from '#features/posts/server/access-query.ts'
import { firstReadableVersion } from '#features/posts/server/visibility-query.ts'
import type { AnySql } from '#server/database/connect.ts'

/**
 * Returns the version in which the prompt of the given version was written; results are stored under that version's
 * number. Returns null if there is no such version or the viewer cannot read it. The caller has checked that the viewer
 * can see the post.
 */
export const selectPromptVersion = async (
  sql: AnySql,
  viewer: Viewer,
  postId: number,
  number: number,
): Promise<number | null> => {
  const [row] = await sql<{ promptVersion: number | null }[]>`
    select case when p.version = ${number} then p.prompt_version else (
      select coalesce(v.prompt_version, (
        select max(earlier.number) from post_versions earlier
        where earlier.post_id = v.post_id and earlier.number <= v.number and 'prompt' = any(earlier.changed)), 1)
      from post_versions v where v.post_id = p.id and v.number = ${number}) end as prompt_version
    from (values (${postId}::integer)) shown(id) ${joinPost(sql, sql`shown.id`)}
    where ${number} >= ${firstReadableVersion(sql, viewer)}`
  return row?.promptVersion ?? null
}
