import type { AnySql } from '#server/database/connect.ts'

/** Deletes up to `max` places of posts in collections. Returns their number. */
export const deleteSomeItems = async (tx: AnySql, postIds: readonly number[], max: number): Promise<number> =>
  (
    await tx`
      delete from collection_items where id in (
        select id from collection_items where post_id = any(${[...postIds]}::integer[]) limit ${max})`
  ).count
