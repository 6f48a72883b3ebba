import type { AnySql } from '#server/database/connect.ts'

type LockedContent = { userId: number; excerpt: string }

/** Locks a post until the transaction ends and returns its author and title; null if it no longer exists. */
export const lockPost = async (sql: AnySql, id: number): Promise<LockedContent | null> => {
  const [row] = await sql<
    LockedContent[]
  >`select user_id, title as excerpt from posts where id = ${id} for update`
  return row ?? null
}

export const lockComment = async (sql: AnySql, id: number): Promise<LockedContent | null> => {
  // Locks the post before the comment, as every transaction does.
  await sql`select from posts where id = (select post_id from comments where id = ${id}) for no key update`
  const [row] = await sql<LockedContent[]>`
    select user_id, left(content, 300) as excerpt from comments where id = ${id} and not is_deleted for update`
  return row ?? null
}

export const insertModerationNotice = (
  sql: AnySql,
  kind: 'post' | 'comment',
  { userId, excerpt }: LockedContent,
  reason: string,
) =>
  sql`insert into moderation_notices (user_id, kind, excerpt, reason) values (${userId}, ${kind}, ${excerpt}, ${reason})`

type Row = { id: number; kind: 'post' | 'comment'; excerpt: string; reason: string; createdAt: Date }

export const selectModerationNotices = (sql: AnySql, userId: number) => sql<Row[]>`
  select id, kind, excerpt, reason, created_at from moderation_notices where user_id = ${userId} order by id limit 50`

export const deleteModerationNotice = (sql: AnySql, userId: number, id: number) =>
  sql`delete from moderation_notices where id = ${id} and user_id = ${userId}`
