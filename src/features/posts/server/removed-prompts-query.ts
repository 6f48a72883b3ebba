import type { AnySql, SqlFragment } from '#server/database/connect.ts'

/** An SQL expression for what two copies of a prompt have in common, whatever their case and blanks. */
const removedPromptHash = (sql: AnySql, prompt: SqlFragment): SqlFragment =>
  sql`sha256(convert_to(regexp_replace(lower(${prompt}), '\\s+', ' ', 'g'), 'UTF8'))`

/** Whose removed prompt a text is a copy of; null if it is none. */
export type RemovedCopy = 'own' | 'others' | null

/** An SQL expression for the `RemovedCopy` that a prompt of this member is. */
export const removedCopy = (sql: AnySql, userId: SqlFragment, prompt: SqlFragment): SqlFragment => sql`
  (select case when bool_or(r.user_id is not distinct from ${userId}) then 'own' when count(*) > 0 then 'others' end
    from removed_prompts r where r.hash = ${removedPromptHash(sql, prompt)})`

export const selectRemovedCopy = async (
  sql: AnySql,
  userId: number,
  prompt: string,
): Promise<RemovedCopy> => {
  const [row] = await sql<{ copy: RemovedCopy }[]>`
    select ${removedCopy(sql, sql`${userId}::integer`, sql`${prompt}::text`)} as copy`
  return row?.copy ?? null
}

/** Lists those of these posts that are public and have a prompt that moderators have removed, whoever posted it. */
export const selectRemovedCopies = async (tx: AnySql, ids: readonly number[]): Promise<number[]> => {
  const rows = await tx<{ id: number }[]>`
    select p.id from posts p
    where p.id = any(${[...ids]}::integer[]) and not p.is_private and exists (
      select from removed_prompts r where r.hash = ${removedPromptHash(tx, tx`p.prompt`)})
    order by p.id`
  return rows.map(({ id }) => id)
}

/** An SQL statement, as part of a larger one, that remembers the prompts of locked posts, or forgets them. */
export const rememberRemovedPrompts = (
  sql: AnySql,
  ids: readonly number[],
  isRemoved: boolean,
): SqlFragment =>
  isRemoved
    ? sql`
      insert into removed_prompts (post_id, user_id, hash)
      select p.id, p.user_id, ${removedPromptHash(sql, sql`p.prompt`)} from posts p where p.id = any(${[...ids]}::integer[])
      on conflict (post_id) do nothing`
    : sql`delete from removed_prompts where post_id = any(${[...ids]}::integer[])`

/** Forgets the prompts that have been removed for longer than the given number of days. */
export const deleteRemovedPrompts = (sql: AnySql, days: number) => sql`
  delete from removed_prompts where removed_at < now() - ${days}::integer * interval '1 day'`
