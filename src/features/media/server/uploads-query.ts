import type { AnySql } from '#server/database/connect.ts'
import type { Upload } from '../contract.ts'

const columns = (sql: AnySql) => sql`id, type, size, received, url`

export const insertUpload = async (
  sql: AnySql,
  userId: number,
  { type, size }: { type: string; size: number },
): Promise<Upload> => {
  const [row] = await sql<[Upload]>`
    insert into uploads (user_id, type, size) values (${userId}, ${type}, ${size}) returning ${columns(sql)}`
  return row
}

/** Deletes all but the member's newest uploads, so that unfinished ones do not accumulate. Returns their ids. */
export const deleteExcessUploads = async (
  sql: AnySql,
  userId: number,
  maxUploads: number,
): Promise<string[]> => {
  const rows = await sql<{ id: string }[]>`
    delete from uploads where id in (
      select id from uploads where user_id = ${userId} order by touched_at desc, id offset ${maxUploads})
    returning id`
  return rows.map(({ id }) => id)
}

/** Finds one of the member's uploads. Returns null if it does not exist or belongs to another member. */
export const selectUpload = async (sql: AnySql, userId: number, id: string): Promise<Upload | null> => {
  const [row] = await sql<Upload[]>`
    select ${columns(sql)} from uploads where id = ${id} and user_id = ${userId}`
  return row ?? null
}

/**
 * Records that a piece was received and returns the upload. Returns null if a piece that starts at the same byte has
 * already been recorded.
 */
export const recordReceivedPiece = async (
  sql: AnySql,
  id: string,
  { offset, length }: { offset: number; length: number },
): Promise<Upload | null> => {
  const [row] = await sql<Upload[]>`
    update uploads set received = received + ${length}, touched_at = now()
    where id = ${id} and received = ${offset} returning ${columns(sql)}`
  return row ?? null
}

/** Records the URL of the stored file. */
export const completeUpload = async (sql: AnySql, id: string, url: string): Promise<void> => {
  await sql`update uploads set url = ${url}, touched_at = now() where id = ${id}`
}

export const deleteUpload = async (sql: AnySql, userId: number, id: string): Promise<boolean> =>
  (await sql`delete from uploads where id = ${id} and user_id = ${userId}`).count > 0

export const deleteStaleUploads = (sql: AnySql) =>
  sql`delete from uploads where touched_at < now() - interval '1 hour'`

/** Returns the given ids that do not belong to an unfinished upload. */
export const filterUnknownUploadIds = async (sql: AnySql, ids: readonly string[]): Promise<string[]> => {
  const rows = await sql<{ id: string }[]>`
    select piece.id from unnest(${[...ids]}::text[]) as piece(id)
    where not exists (select from uploads u where u.id::text = piece.id and u.url is null)`
  return rows.map(({ id }) => id)
}
