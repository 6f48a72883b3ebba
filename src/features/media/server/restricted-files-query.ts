import type { AnySql } from '#server/database/connect.ts'
import { isFileShown } from '#server/database/file-references.ts'

/**
 * Lists the names of files in restricted posts and their versions and in withdrawn versions, and of the avatars of suspended
 * members, at most `max`.
 */
export const selectRestrictedFiles = async (sql: AnySql, max: number): Promise<string[]> => {
  const rows = await sql<{ name: string }[]>`
    with restricted as materialized (select id, example_files from posts where restricted_since is not null and restriction is not null)
    select distinct substr(file, 8) as name from (
      select unnest(example_files) as file from restricted
      union all
      select jsonb_array_elements_text(v.fields -> 'exampleFiles') from restricted r join post_versions v on v.post_id = r.id
      union all
      select jsonb_array_elements_text(v.fields -> 'exampleFiles') from post_versions v
        where v.is_withdrawn and v.fields -> 'exampleFiles' <> '[]'
      union all
      select avatar from users where is_suspended and avatar is not null
    ) files limit ${max}`
  return rows.map(({ name }) => name)
}

/**
 * Returns whether something that is not restricted shows the file, and whether the member has uploaded it or has a post,
 * or a version of one, with it.
 */
export const findFileUse = async (
  sql: AnySql,
  name: string,
  memberId: number | null,
): Promise<{ isShown: boolean; isOwn: boolean }> => {
  const [row] = await sql<{ isShown: boolean; isOwn: boolean }[]>`
    select ${isFileShown(sql)} as is_shown,
      exists (select from media_owners o where o.name = files.name and o.user_id = ${memberId}::integer)
        or (select count(*) from posts p
          where p.example_files @> array['/media/' || files.name] and p.example_files <> '{}' and p.user_id = ${memberId}::integer) > 0
        or (select count(*) from post_versions v join posts p on p.id = v.post_id
          where v.fields -> 'exampleFiles' @> to_jsonb(array['/media/' || files.name]) and v.fields -> 'exampleFiles' <> '[]'
            and p.user_id = ${memberId}::integer) > 0 as is_own
    from (select ${name}::text as name) files`
  return row ?? { isShown: false, isOwn: false }
}
