import { createHash } from 'node:crypto'
import type { AnySql } from '#server/database/connect.ts'

/**
 * Two requests of a member are duplicates if they have the same `requestKey` or, within 30 seconds, the same
 * content.
 */
export type RequestMarks = { key: Buffer | null; said: Buffer }

type CommentRequest = {
  postId: number
  parentId: number | null
  content: string
  requestKey: string | undefined
}

export const marksOf = ({ requestKey, ...comment }: CommentRequest): RequestMarks => ({
  key: requestKey === undefined ? null : hash(`key ${requestKey.toLowerCase()}`),
  said: hash(JSON.stringify([comment.postId, comment.parentId, comment.content])),
})

const hash = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Selects the comment that a duplicate request created, preferring a match of the request key. */
export const findRequested = async (
  sql: AnySql,
  userId: number,
  { key, said }: RequestMarks,
): Promise<number | null> => {
  const [row] = await sql<{ commentId: number }[]>`
    select comment_id from comment_requests where user_id = ${userId}
      and (key = ${key} or (key = ${said} and created_at > now() - interval '30 seconds'))
    order by key = ${key} desc nulls last limit 1`
  return row?.commentId ?? null
}

export const rememberRequest = async (
  sql: AnySql,
  userId: number,
  { key, said }: RequestMarks,
  commentId: number,
) => {
  for (const hash of key ? [key, said] : [said])
    await sql`
      insert into comment_requests (user_id, key, comment_id) values (${userId}, ${hash}, ${commentId})
      on conflict (user_id, key) do update set comment_id = excluded.comment_id, created_at = excluded.created_at`
}

/** Deletes the content key, so that posting the same text again creates another comment. */
export const forgetSaid = (sql: AnySql, userId: number, { said }: RequestMarks) =>
  sql`delete from comment_requests where user_id = ${userId} and key = ${said}`

export const deleteOldCommentRequests = (sql: AnySql) =>
  sql`delete from comment_requests where created_at < now() - interval '1 day'`
