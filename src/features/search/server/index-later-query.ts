import type { AnySql, Sql } from '#server/database/connect.ts'
import { retryOnClash } from '#server/database/retry-on-clash.ts'
import { indexPosts } from './index-query.ts'

const BATCH = 50

/**
 * Notes, in the transaction that changes a topic's name or deletes it, that its posts are to be indexed anew. A row that
 * is being worked off is waited for, so that no change comes between what is read and what is written.
 */
export const indexTopicLater = (sql: AnySql, topicId: number) => sql`
  insert into posts_to_index (post_id)
  select id from posts where topic_id = ${topicId} and not is_private order by id
  on conflict (post_id) do update set post_id = excluded.post_id`

/**
 * Works off what is noted, whoever noted it, until nothing is left or `signal` says stop. Batch by batch: one transaction
 * over a large topic would hold up who writes meanwhile. Several at once share the work.
 */
export const indexWaiting = async (sql: Sql, signal?: AbortSignal): Promise<void> => {
  while (!signal?.aborted && (await retryOnClash(() => sql.begin(indexSome))) > 0);
}

/** The posts are held first: an edit under way is waited for, and its words are not overwritten. */
const indexSome = async (tx: AnySql): Promise<number> => {
  const rows = await tx<{ postId: number }[]>`
    delete from posts_to_index where post_id in (
      select post_id from posts_to_index order by post_id limit ${BATCH} for update skip locked
    ) returning post_id`
  const ids = rows.map(({ postId }) => postId)
  if (ids.length === 0) return 0
  await tx`select from posts where id = any(${ids}::integer[]) order by id for no key update`
  await indexPosts(tx, ids)
  return ids.length
}
