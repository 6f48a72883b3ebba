import type { Author } from '#core/author.ts'
import { joinMember } from '#features/members/server/profile-query.ts'
import type { PostFieldName, PostFields } from '#features/posts/contract-fields.ts'
import { joinPost } from '#features/posts/server/access-query.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { exportSection, SMALL_EXPORT_PAGE } from '#server/database/export-section.ts'
import type { Version } from '../contract.ts'
import { SAME_EDIT_MS } from '../contract-values.ts'

type StoredVersion = Omit<Version, 'user'> & { user: Author | null; fields: PostFields }

type LatestVersion = Pick<StoredVersion, 'number' | 'note' | 'restoredFrom' | 'changed' | 'fields'> & {
  userId: number | null
  /** True while another edit belongs to it. */
  isRecent: boolean
}

/** The newest version of a locked post, or null if it was never edited. */
export const selectLatestVersion = async (tx: AnySql, postId: number): Promise<LatestVersion | null> => {
  const [row] = await tx<LatestVersion[]>`
    select number, note, restored_from, changed, fields, user_id,
      created_at > now() - make_interval(secs => ${SAME_EDIT_MS / 1000}) as is_recent
    from post_versions where post_id = ${postId} order by number desc limit 1`
  return row ?? null
}

export type NewVersion = {
  postId: number
  number: number
  userId: number
  /** Now, if omitted. */
  createdAt?: Date
  restoredFrom?: number | undefined
  note?: string
  changed?: readonly PostFieldName[]
  fields: PostFields
}

export const insertVersion = (tx: AnySql, version: NewVersion) => tx`
  insert into post_versions (post_id, number, user_id, created_at, restored_from, note, changed, fields)
  values (${version.postId}, ${version.number}, ${version.userId}, coalesce(${version.createdAt ?? null}::timestamptz, now()),
    ${version.restoredFrom ?? null}, ${version.note ?? ''}, ${[...(version.changed ?? [])]}::text[],
    ${JSON.stringify(version.fields)}::text::jsonb)`

export const updateVersion = (tx: AnySql, { postId, number, note, changed, fields }: NewVersion) => tx`
  update post_versions set note = ${note ?? ''}, changed = ${[...(changed ?? [])]}::text[],
    fields = ${JSON.stringify(fields)}::text::jsonb
  where post_id = ${postId} and number = ${number}`

/** Versions of a post below a number, newest first, without what they say. The caller has checked the access. */
export const listVersionRows = (sql: Sql, postId: number, before: number, max: number) =>
  sql<Version[]>`
    select v.number, v.created_at, v.note, v.restored_from, v.changed,
      case when u.id is null then null else json_build_object('id', u.id, 'username', u.username, 'avatar', u.avatar) end as user
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
      case when u.id is null then null else json_build_object('id', u.id, 'username', u.username, 'avatar', u.avatar) end as user
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

export const versionExport = exportSection(
  'versions',
  (sql, user, after) => sql`
    select v.id, v.post_id, v.number, v.restored_from, v.note, v.changed, v.fields, v.created_at
    from post_versions v ${joinPost(sql, sql`v.post_id`)}
    where v.id > ${after} and (p.user_id = ${user} or v.user_id = ${user})`,
  SMALL_EXPORT_PAGE,
)
