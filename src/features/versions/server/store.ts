import type { Author } from '#core/author.ts'
import { joinMember } from '#features/members/server/profile-query.ts'
import type { PostFieldName, PostFields } from '#features/posts/contract-fields.ts'
import { joinPost } from '#features/posts/server/access-query.ts'
import { canParticipateInPost } from '#features/posts/server/visibility-query.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { defineExportSection, SMALL_EXPORT_PAGE_SIZE } from '#server/database/export-section.ts'
import type { Version } from '../contract.ts'
import { EDIT_MERGE_WINDOW_MS } from '../contract-values.ts'

type StoredVersion = Omit<Version, 'user'> & { user: Author | null; fields: PostFields }

type LatestVersion = Pick<StoredVersion, 'number' | 'note' | 'changed' | 'fields'> & {
  userId: number | null
  /** True if the version is neither a restored version nor an accepted suggested edit. */
  isOwn: boolean
  /** True as long as new edits are combined into this version. */
  isRecent: boolean
}

/** Returns the newest version of a locked post, or null if the post was never edited. */
export const selectLatestVersion = async (tx: AnySql, postId: number): Promise<LatestVersion | null> => {
  const [row] = await tx<LatestVersion[]>`
    select number, note, changed, fields, user_id, restored_from is null and suggested_by is null as is_own,
      created_at > now() - make_interval(secs => ${EDIT_MERGE_WINDOW_MS / 1000}) as is_recent
    from post_versions where post_id = ${postId} order by number desc limit 1`
  return row ?? null
}

export type NewPostVersion = {
  postId: number
  number: number
  /** The version in which the prompt was written. */
  promptVersion: number
  userId: number
  /** The time of creation. Defaults to now. */
  createdAt?: Date
  restoredFrom?: number | undefined
  suggestedBy?: number | undefined
  note?: string
  changed?: readonly PostFieldName[]
  fields: PostFields
}

export const insertVersion = (tx: AnySql, version: NewPostVersion) => tx`
  insert into post_versions (post_id, number, prompt_version, user_id, created_at, restored_from, suggested_by, note, changed, fields)
  values (${version.postId}, ${version.number}, ${version.promptVersion}, ${version.userId}, coalesce(${version.createdAt ?? null}::timestamptz, now()),
    ${version.restoredFrom ?? null}, ${version.suggestedBy ?? null}, ${version.note ?? ''}, ${[...(version.changed ?? [])]}::text[],
    ${JSON.stringify(version.fields)}::text::jsonb)`

export const updateVersion = (
  tx: AnySql,
  { postId, number, promptVersion, note, changed, fields }: NewPostVersion,
) => tx`
  update post_versions set note = ${note ?? ''}, prompt_version = ${promptVersion}, changed = ${[...(changed ?? [])]}::text[],
    fields = ${JSON.stringify(fields)}::text::jsonb
  where post_id = ${postId} and number = ${number}`

/** The columns for the member who wrote the version `v` (joined as `u`) and the member who suggested it. */
const authors = (sql: AnySql) => sql`
  case when u.id is null then null else json_build_object('id', u.id, 'username', u.username, 'avatar', u.avatar) end as user,
  (select json_build_object('id', u.id, 'username', u.username, 'avatar', u.avatar)
   from (values (v.suggested_by)) suggested(id) ${joinMember(sql, sql`suggested.id`)}) as suggested_by`

/**
 * Lists a post's versions with a number below `before`, newest first, without their fields. The caller has checked the
 * viewer's access.
 */
export const selectVersions = (sql: Sql, postId: number, before: number, max: number) =>
  sql<Version[]>`
    select v.number, v.created_at, v.note, v.restored_from, v.changed,
      ${authors(sql)}
    from post_versions v left ${joinMember(sql, sql`v.user_id`)}
    where v.post_id = ${postId} and v.number < ${before} order by v.number desc limit ${max}`

/** Returns a version with its fields, or null. The caller has checked the viewer's access. */
export const selectVersion = async (
  sql: AnySql,
  postId: number,
  number: number,
): Promise<StoredVersion | null> => {
  const [row] = await sql<StoredVersion[]>`
    select v.number, v.created_at, v.note, v.restored_from, v.changed, v.fields,
      ${authors(sql)}
    from post_versions v left ${joinMember(sql, sql`v.user_id`)}
    where v.post_id = ${postId} and v.number = ${number}`
  return row ?? null
}

/** Deletes a version and returns the files that it used, or null if there is no such version. */
export const deleteVersionRow = async (
  tx: AnySql,
  postId: number,
  number: number,
): Promise<string[] | null> => {
  const [row] = await tx<{ fields: PostFields }[]>`
    delete from post_versions where post_id = ${postId} and number = ${number} returning fields`
  return row?.fields.exampleFiles ?? null
}

/**
 * An export contains versions of someone else's post that the member wrote or suggested only if the member
 * can see the post.
 */
export const versionExport = defineExportSection(
  'versions',
  (sql, user, after) => sql`
    select v.id, v.post_id, v.number, v.restored_from, v.note, v.changed, v.fields, v.created_at
    from post_versions v ${joinPost(sql, sql`v.post_id`)}
    where v.id > ${after} and (p.user_id = ${user}
      or ((v.user_id = ${user} or v.suggested_by = ${user}) and ${canParticipateInPost(sql, { id: user })}))`,
  SMALL_EXPORT_PAGE_SIZE,
)
