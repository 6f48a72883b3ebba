import type { Author } from '#core/author.ts'
import { joinMember } from '#features/members/server/profile-query.ts'
import type { PostFieldName, PostFields } from '#features/posts/contract-fields.ts'
import { joinPost } from '#features/posts/server/access-query.ts'
import { canParticipate } from '#features/posts/server/visibility-query.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { exportSection, SMALL_EXPORT_PAGE_SIZE } from '#server/database/export-section.ts'
import type { Version } from '../contract.ts'
import { SAME_EDIT_MS } from '../contract-values.ts'

type StoredVersion = Omit<Version, 'user'> & { user: Author | null; fields: PostFields }

type LatestVersion = Pick<StoredVersion, 'number' | 'note' | 'changed' | 'fields'> & {
  userId: number | null
  /** Whether its author wrote it, who neither restored it nor accepted it from somebody else. */
  isOwn: boolean
  /** True while another edit belongs to it. */
  isRecent: boolean
}

/** The newest version of a locked post, or null if it was never edited. */
export const selectLatestVersion = async (tx: AnySql, postId: number): Promise<LatestVersion | null> => {
  const [row] = await tx<LatestVersion[]>`
    select number, note, changed, fields, user_id, restored_from is null and suggested_by is null as is_own,
      created_at > now() - make_interval(secs => ${SAME_EDIT_MS / 1000}) as is_recent
    from post_versions where post_id = ${postId} order by number desc limit 1`
  return row ?? null
}

export type NewVersion = {
  postId: number
  number: number
  /** The version in which the prompt was written. */
  promptVersion: number
  userId: number
  /** Now, if omitted. */
  createdAt?: Date
  restoredFrom?: number | undefined
  suggestedBy?: number | undefined
  note?: string
  changed?: readonly PostFieldName[]
  fields: PostFields
}

export const insertVersion = (tx: AnySql, version: NewVersion) => tx`
  insert into post_versions (post_id, number, prompt_version, user_id, created_at, restored_from, suggested_by, note, changed, fields)
  values (${version.postId}, ${version.number}, ${version.promptVersion}, ${version.userId}, coalesce(${version.createdAt ?? null}::timestamptz, now()),
    ${version.restoredFrom ?? null}, ${version.suggestedBy ?? null}, ${version.note ?? ''}, ${[...(version.changed ?? [])]}::text[],
    ${JSON.stringify(version.fields)}::text::jsonb)`

export const updateVersion = (
  tx: AnySql,
  { postId, number, promptVersion, note, changed, fields }: NewVersion,
) => tx`
  update post_versions set note = ${note ?? ''}, prompt_version = ${promptVersion}, changed = ${[...(changed ?? [])]}::text[],
    fields = ${JSON.stringify(fields)}::text::jsonb
  where post_id = ${postId} and number = ${number}`

/** Who wrote and who suggested the version `v`, whose writer is joined as `u`. */
const authors = (sql: AnySql) => sql`
  case when u.id is null then null else json_build_object('id', u.id, 'username', u.username, 'avatar', u.avatar) end as user,
  (select json_build_object('id', u.id, 'username', u.username, 'avatar', u.avatar)
   from (values (v.suggested_by)) suggested(id) ${joinMember(sql, sql`suggested.id`)}) as suggested_by`

/** Versions of a post below a number, newest first, without what they say. The caller has checked the access. */
export const listVersionRows = (sql: Sql, postId: number, before: number, max: number) =>
  sql<Version[]>`
    select v.number, v.created_at, v.note, v.restored_from, v.changed,
      ${authors(sql)}
    from post_versions v left ${joinMember(sql, sql`v.user_id`)}
    where v.post_id = ${postId} and v.number < ${before} order by v.number desc limit ${max}`

/** One version with what it says, or null. The caller has checked the access. */
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

/** Returns the files that the version used, or null if there is no such version. */
export const deleteVersionRow = async (
  tx: AnySql,
  postId: number,
  number: number,
): Promise<string[] | null> => {
  const [row] = await tx<{ fields: PostFields }[]>`
    delete from post_versions where post_id = ${postId} and number = ${number} returning fields`
  return row?.fields.exampleFiles ?? null
}

/** Whoever wrote or suggested a version of somebody else's post gets it only while they can see the post. */
export const versionExport = exportSection(
  'versions',
  (sql, user, after) => sql`
    select v.id, v.post_id, v.number, v.restored_from, v.note, v.changed, v.fields, v.created_at
    from post_versions v ${joinPost(sql, sql`v.post_id`)}
    where v.id > ${after} and (p.user_id = ${user}
      or ((v.user_id = ${user} or v.suggested_by = ${user}) and ${canParticipate(sql, { id: user })}))`,
  SMALL_EXPORT_PAGE_SIZE,
)
