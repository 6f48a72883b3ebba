import { createHash } from 'node:crypto'
import type { AnySql } from '#server/database/connect.ts'
import { deleteInBatches } from '#server/database/delete-in-batches.ts'
import { defineJob } from '#server/jobs/job.ts'

/**
 * The hashes that identify duplicate requests. Two requests from the same member are duplicates if they have the same
 * `requestKey` or, within 30 seconds, the same content.
 */
export type IdempotencyKeys = { requestHash: Buffer | null; contentHash: Buffer }

type CommentRequest = {
  postId: number
  parentId: number | null
  content: string
  requestKey: string | undefined
}

export const computeIdempotencyKeys = ({ requestKey, ...comment }: CommentRequest): IdempotencyKeys => ({
  requestHash: requestKey === undefined ? null : hash(`key ${requestKey.toLowerCase()}`),
  contentHash: hash(JSON.stringify([comment.postId, comment.parentId, comment.content])),
})

const hash = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * Finds the comment that an earlier request with one of these keys created. A match by request key takes
 * precedence.
 */
export const selectCommentIdByIdempotencyKey = async (
  sql: AnySql,
  userId: number,
  { requestHash, contentHash }: IdempotencyKeys,
): Promise<number | null> => {
  const [row] = await sql<{ commentId: number }[]>`
    select comment_id from comment_idempotency_keys where user_id = ${userId}
      and (key = ${requestHash} or (key = ${contentHash} and created_at > now() - interval '30 seconds'))
    order by key = ${requestHash} desc nulls last limit 1`
  return row?.commentId ?? null
}

export const upsertIdempotencyKeys = async (
  sql: AnySql,
  userId: number,
  { requestHash, contentHash }: IdempotencyKeys,
  commentId: number,
) => {
  const keys = requestHash ? [requestHash, contentHash] : [contentHash]
  await sql`
    insert into comment_idempotency_keys (user_id, key, comment_id)
    select ${userId}::integer, key, ${commentId}::integer from unnest(${keys}::bytea[]) key
    on conflict (user_id, key) do update set comment_id = excluded.comment_id, created_at = excluded.created_at`
}

/** Deletes the content key, so that posting the same text again creates another comment. */
export const deleteContentKey = (sql: AnySql, userId: number, { contentHash }: IdempotencyKeys) =>
  sql`delete from comment_idempotency_keys where user_id = ${userId} and key = ${contentHash}`

export const commentIdempotencyKeySweepJob = defineJob({
  name: 'delete-comment-keys',
  schedule: '20 * * * *',
  run: ({ sql, signal }) =>
    deleteInBatches(
      (max) => sql`
        delete from comment_idempotency_keys where ctid = any(array(
          select ctid from comment_idempotency_keys where created_at < now() - interval '1 day' limit ${max}))`,
      signal,
    ),
})
