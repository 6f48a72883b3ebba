import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { contentMark } from '#features/media/server/data-string.ts'
import type { CreatePost } from '#features/posts/contract.ts'
import type { AnySql } from '#server/database/connect.ts'

/** What makes two requests of one member the same: the key they sent, or all that they said, within 30 seconds. */
export type RequestMarks = { key: Buffer | null; content: Buffer }

/** Between files of several MB others get their turn. */
export const marksOf = async ({ requestKey, exampleFiles, ...said }: CreatePost): Promise<RequestMarks> => {
  const content = createHash('sha256').update(JSON.stringify(said))
  for (const file of exampleFiles) {
    content.update('\0').update(contentMark(file))
    await setImmediate()
  }
  const key = requestKey ? createHash('sha256').update(`key ${requestKey.toLowerCase()}`).digest() : null
  return { key, content: content.digest() }
}

/** The post that the same request has made; the latest, should key and content name two. */
export const findRequested = async (
  sql: AnySql,
  userId: number,
  marks: RequestMarks,
): Promise<number | null> => {
  const [row] = await sql<{ postId: number }[]>`
    select post_id from post_requests where user_id = ${userId}
      and (key = ${marks.key} or (key = ${marks.content} and created_at > now() - interval '30 seconds'))
    order by key = ${marks.key} desc nulls last limit 1`
  return row?.postId ?? null
}

export const rememberRequest = async (sql: AnySql, userId: number, marks: RequestMarks, postId: number) => {
  for (const key of marks.key ? [marks.key, marks.content] : [marks.content])
    await sql`
      insert into post_requests (user_id, key, post_id) values (${userId}, ${key}, ${postId})
      on conflict (user_id, key) do update set post_id = excluded.post_id, created_at = excluded.created_at`
}

export const deleteOldRequests = (sql: AnySql) =>
  sql`delete from post_requests where created_at < now() - interval '1 day'`
