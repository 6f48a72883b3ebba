import type { AnySql } from '#server/database/connect.ts'

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

const isReferenced = (sql: AnySql) => sql`(
  exists (select from posts where example_files @> array['/media/' || name] and example_files <> '{}')
  or exists (select from post_versions
    where fields -> 'exampleFiles' @> to_jsonb(array['/media/' || name]) and fields -> 'exampleFiles' <> '[]')
  or exists (select from drafts
    where fields -> 'exampleFiles' @> to_jsonb(array['/media/' || name]) and fields -> 'exampleFiles' <> '[]')
  or exists (select from draft_versions
    where fields -> 'exampleFiles' @> to_jsonb(array['/media/' || name]) and fields -> 'exampleFiles' <> '[]')
  or exists (select from users where avatar = '/media/' || name))`

const unused = (sql: AnySql) => sql`touched_at < now() - interval '1 day' and not ${isReferenced(sql)}`

export const selectUnusedFiles = async (sql: AnySql, after: string, max: number): Promise<string[]> => {
  const rows = await sql<{ name: string }[]>`
    select name from media_files where name > ${after} and ${unused(sql)} order by name limit ${max}`
  return rows.map((row) => row.name)
}

/**
 * Deletes the file's row if the file is still unused; otherwise returns false. The row stays locked until the
 * transaction commits.
 */
export const deleteFileIfUnused = async (sql: AnySql, name: string): Promise<boolean> =>
  (await sql`delete from media_files where name = ${name} and ${unused(sql)}`).count > 0

/**
 * Deletes the row of a file that has just been replaced, unless an upload has stored the file again since it was last
 * used. Returns false if the row is kept.
 */
export const deleteFileIfReplaced = async (sql: AnySql, name: string): Promise<boolean> =>
  (
    await sql`delete from media_files where name = ${name} and claimed_at >= touched_at and not ${isReferenced(sql)}`
  ).count > 0

/** Registers files that were not uploaded by a member (seed, import), so that sweeps include them. */
export const registerExistingFiles = (sql: AnySql, names: readonly string[]) => sql`
  insert into media_files (name) select name from unnest(${[...names]}::text[]) name order by name on conflict do nothing`
