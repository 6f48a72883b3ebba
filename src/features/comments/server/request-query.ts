import { createHash } from 'node:crypto'
import type { AnySql } from '#server/database/connect.ts'

/**
 * What makes two requests of one member the same: the key they sent, or all that they said, within 30
 * seconds.
 */
export type RequestMarks = { key: Buffer | null; said: Buffer }

type Said = { postId: number; parentId: number | null; content: string; requestKey: string | undefined }

export const marksOf = ({ requestKey, ...said }: Said): RequestMarks => ({
  key: requestKey === undefined ? null : hash(`key ${requestKey.toLowerCase()}`),
  said: hash(JSON.stringify([said.postId, said.parentId, said.content])),
})

const hash = (text: string): Buffer => createHash('sha256').update(text).digest()

/** The comment that the same request has made; the one of the same key first. */
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
  for (const mark of key ? [key, said] : [said])
    await sql`
      insert into comment_requests (user_id, key, comment_id) values (${userId}, ${mark}, ${commentId})
      on conflict (user_id, key) do update set comment_id = excluded.comment_id, created_at = excluded.created_at`
}

/** Forgets that the member has said this, so that saying it again is another comment. */
export const forgetSaid = (sql: AnySql, userId: number, { said }: RequestMarks) =>
  sql`delete from comment_requests where user_id = ${userId} and key = ${said}`

export const deleteOldCommentRequests = (sql: AnySql) =>
  sql`delete from comment_requests where created_at < now() - interval '1 day'`
