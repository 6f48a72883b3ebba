import type { AnySql } from '#server/database/connect.ts'

/** Deletes up to `max` results of posts. Returns their number. */
export const deleteSomeResults = async (
  tx: AnySql,
  postIds: readonly number[],
  max: number,
): Promise<number> =>
  (
    await tx`
      delete from post_results where id in (
        select id from post_results where post_id = any(${[...postIds]}::integer[]) limit ${max})`
  ).count
