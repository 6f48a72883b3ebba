import type { AnySql } from '#server/database/connect.ts'
import { IS_FILE_REFERENCED } from '#server/database/file-references.ts'

/** Registers a file as just used. Call this before writing the file, so that sweeps ignore the file for a day. */
export const registerMediaFile = async (sql: AnySql, name: string, userId: number): Promise<void> => {
  await sql`
    with file as (
      insert into media_files (name) values (${name})
      on conflict (name) do update set touched_at = now() returning name
    )
    insert into media_owners (name, user_id) select name, ${userId} from file on conflict do nothing`
}

/**
 * Marks the given files as just used, in the transaction that starts to use them, and returns their names. Files that
 * this member did not upload are left out. A concurrent sweep either sees that the files are in use or has already
 * deleted them, in which case they are not returned.
 */
export const claimUploadedFiles = async (
  sql: AnySql,
  userId: number,
  names: readonly string[],
): Promise<string[]> => {
  if (names.length === 0) return []
  const rows = await sql<{ name: string }[]>`
    with own as (
      select f.name from media_files f join media_owners o on o.name = f.name
      where o.user_id = ${userId} and f.name = any(${[...names]}::text[]) order by f.name for no key update of f
    )
    update media_files set touched_at = now(), claimed_at = now()
    where name in (select name from own) returning name`
  return rows.map((row) => row.name)
}

/** Marks an avatar's file as used once the member's row refers to it. */
export const claimAvatarFile = async (sql: AnySql, name: string): Promise<void> => {
  await sql`update media_files set claimed_at = now(), touched_at = now() where name = ${name}`
}

const isReferenced = (sql: AnySql) => sql.unsafe(IS_FILE_REFERENCED)

const unused = (sql: AnySql) => sql`touched_at < now() - interval '1 day' and not ${isReferenced(sql)}`

/**
 * Reads one batch of files by name and reports which of them are unused. The batch is limited by the files that are
 * read, not by those that are found, so that a site whose files are all in use needs no longer per statement.
 */
export const selectFileBatch = (
  sql: AnySql,
  after: string,
  last: string | null,
  max: number,
): Promise<{ name: string; isUnused: boolean }[]> => sql<{ name: string; isUnused: boolean }[]>`
  with batch as materialized (
    select name, touched_at from media_files
    where name > ${after} and (${last}::text is null or name <= ${last}) order by name limit ${max}
  )
  select name, ${unused(sql)} as is_unused from batch order by name`

/**
 * Waits for the transactions that begin to use a file, before a statement looks for what refers to it: a statement that
 * waited itself would not see what they have written. Returns false if the file is not registered.
 */
export const lockMediaFile = async (tx: AnySql, name: string): Promise<boolean> =>
  (await tx`select from media_files where name = ${name} for update`).length > 0

/**
 * Deletes the file's row, which `lockMediaFile` has locked, if the file is still unused; otherwise returns false.
 */
export const deleteFileIfUnused = async (sql: AnySql, name: string): Promise<boolean> =>
  (await sql`delete from media_files where name = ${name} and ${unused(sql)}`).count > 0

/**
 * Deletes the row of a file that has just been replaced, which `lockMediaFile` has locked, unless an upload has stored the file again since it was last
 * used. Returns false if the row is kept.
 */
export const deleteFileIfReplaced = async (sql: AnySql, name: string): Promise<boolean> =>
  (
    await sql`delete from media_files where name = ${name} and claimed_at >= touched_at and not ${isReferenced(sql)}`
  ).count > 0

/** Registers files that were not uploaded by a member (seed, import), so that sweeps include them. */
export const registerExistingFiles = (sql: AnySql, names: readonly string[]) => sql`
  insert into media_files (name) select name from unnest(${[...names]}::text[]) name order by name on conflict do nothing`
