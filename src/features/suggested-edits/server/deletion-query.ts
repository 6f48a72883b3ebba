import type { AnySql } from '#server/database/connect.ts'

/** Deletes up to `max` suggested edits of posts. Returns their number. */
export const deleteSomeSuggestedEdits = async (
  tx: AnySql,
  postIds: readonly number[],
  max: number,
): Promise<number> =>
  (
    await tx`
      delete from suggested_edits where id in (
        select id from suggested_edits where post_id = any(${[...postIds]}::integer[]) limit ${max})`
  ).count
