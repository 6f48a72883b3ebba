import type { AnySql } from '#server/database/connect.ts'

/** Deletes up to `max` versions of posts, oldest first, so that the newest one remains the current one. Returns their number. */
export const deleteSomeVersions = async (
  tx: AnySql,
  postIds: readonly number[],
  max: number,
): Promise<number> =>
  (
    await tx`
      delete from post_versions where id in (
        select id from post_versions where post_id = any(${[...postIds]}::integer[]) order by number limit ${max})`
  ).count

/** Deletes the notes of versions that a member has suggested: each is the member's reason for the edit. */
export const deleteNotesOfSuggestedVersions = (tx: AnySql, memberId: number) =>
  tx`update post_versions set note = '' where suggested_by = ${memberId} and note <> ''`
