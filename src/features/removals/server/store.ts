import type { AnySql } from '#server/database/connect.ts'

type LockedContent = { userId: number; excerpt: string }

/** Locks a post until the transaction ends and returns its author and title; null if it no longer exists. */
export const holdPost = async (sql: AnySql, id: number): Promise<LockedContent | null> => {
  const [row] = await sql<
    LockedContent[]
  >`select user_id, title as excerpt from posts where id = ${id} for update`
  return row ?? null
}

export const holdComment = async (sql: AnySql, id: number): Promise<LockedContent | null> => {
  // Locks the post before the comment, as every transaction does.
  await sql`select from posts where id = (select post_id from comments where id = ${id}) for no key update`
  const [row] = await sql<LockedContent[]>`
    select user_id, left(content, 300) as excerpt from comments where id = ${id} and not is_deleted for update`
  return row ?? null
}

export const insertRemoval = (
  sql: AnySql,
  kind: 'post' | 'comment',
  { userId, excerpt }: LockedContent,
  reason: string,
) =>
  sql`insert into removals (user_id, kind, excerpt, reason) values (${userId}, ${kind}, ${excerpt}, ${reason})`

type Row = { id: number; kind: 'post' | 'comment'; excerpt: string; reason: string; createdAt: Date }

export const listRemovalsOf = (sql: AnySql, userId: number) => sql<Row[]>`
  select id, kind, excerpt, reason, created_at from removals where user_id = ${userId} order by id limit 50`

export const deleteRemoval = (sql: AnySql, userId: number, id: number) =>
  sql`delete from removals where id = ${id} and user_id = ${userId}`
