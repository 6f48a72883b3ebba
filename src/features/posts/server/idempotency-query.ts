import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { LinkedPost } from '#core/paths.ts'
import { getContentKey } from '#features/media/server/data-string.ts'
import { topicJson } from '#features/topics/server/topic-list-query.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import { deleteInBatches } from '#server/database/delete-in-batches.ts'
import { defineJob } from '#server/jobs/job.ts'
import type { CreatePostInput } from '../contract.ts'
import { joinPost, joinPostTopic } from './access-query.ts'

/**
 * A request counts as repeated if it has the same idempotency key as an earlier one, or the same content as one within
 * the last 30 seconds.
 */
export type IdempotencyKeys = { key: Buffer | null; content: Buffer }

/** Hashes the request. Yields to the event loop between files because each may be several MB. */
export const computeIdempotencyKeys = async ({
  requestKey,
  draftId: _,
  exampleFiles,
  ...fields
}: CreatePostInput): Promise<IdempotencyKeys> => {
  const content = createHash('sha256').update(JSON.stringify(fields))
  for (const file of exampleFiles) {
    content.update('\0').update(getContentKey(file))
    await setImmediate()
  }
  return { key: requestKey ? hashRequestKey(requestKey) : null, content: content.digest() }
}

const hashRequestKey = (requestKey: string): Buffer =>
  createHash('sha256').update(`key ${requestKey.toLowerCase()}`).digest()

/** Returns the post that the member created with this `requestKey` within the last day, or null. */
export const selectPostByRequestKey = async (
  sql: AnySql,
  userId: number,
  requestKey: string,
): Promise<LinkedPost | null> => {
  const [row] = await sql<LinkedPost[]>`
    select p.id, p.is_private, p.private_id, p.seo_slug,
      ${topicJson(sql)} as topic
    from post_idempotency_keys k ${joinPost(sql, sql`k.post_id`)} ${joinPostTopic(sql)}
    where k.user_id = ${userId} and k.key = ${hashRequestKey(requestKey)}`
  return row ?? null
}

/**
 * A query for the id of the post that an earlier identical request created, as part of a larger statement. If the key
 * and the content match different posts, the post that matches the key takes precedence.
 */
export const postByIdempotencyKey = (sql: AnySql, userId: number, keys: IdempotencyKeys): SqlFragment => sql`
  select post_id from post_idempotency_keys where user_id = ${userId}
    and (key = ${keys.key} or (key = ${keys.content} and created_at > now() - interval '30 seconds'))
  order by key = ${keys.key} desc nulls last limit 1`

export const idempotencyKeySweepJob = defineJob({
  name: 'delete-post-keys',
  schedule: '15 * * * *',
  run: ({ sql, signal }) =>
    deleteInBatches(
      (max) => sql`
        delete from post_idempotency_keys where ctid = any(array(
          select ctid from post_idempotency_keys where created_at < now() - interval '1 day' limit ${max}))`,
      signal,
    ),
})
