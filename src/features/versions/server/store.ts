import type { Author } from '#core/author.ts'
import type { Viewer } from '#core/viewer.ts'
import type { WordChanges } from '#core/word-changes.ts'
import { authorJson, joinMember } from '#features/members/server/profile-query.ts'
import type { PostFieldName, PostFields } from '#features/posts/contract-fields.ts'
import { joinPost } from '#features/posts/server/access-query.ts'
import { canParticipateInPost, firstReadableVersion } from '#features/posts/server/visibility-query.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { defineExportSection, SMALL_EXPORT_PAGE_SIZE } from '#server/database/export-section.ts'
import type { Version } from '../contract.ts'
import { EDIT_MERGE_WINDOW_MS } from '../contract-values.ts'
import { isReadableVersion } from './restrictions-query.ts'

type StoredVersion = Omit<Version, 'user'> & { user: Author | null; fields: PostFields; isWithdrawn: boolean }

type LatestVersion = Pick<StoredVersion, 'number' | 'note' | 'changed' | 'fields'> & {
  /** The fields of the version before, if there is one. */
  previousFields: Partial<PostFields> | null
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
      created_at > now() - make_interval(secs => ${EDIT_MERGE_WINDOW_MS / 1000}) as is_recent,
      (select w.fields from post_versions w where w.post_id = v.post_id and w.number < v.number
       order by w.number desc limit 1) as previous_fields
    from post_versions v where post_id = ${postId} order by number desc limit 1`
  return row ?? null
}

/** Returns when the newest version of a post was written, or null if the post was never edited. */
export const selectLastEditTime = async (sql: AnySql, postId: number): Promise<Date | null> => {
  const [row] = await sql<{ createdAt: Date }[]>`
    select created_at from post_versions where post_id = ${postId} order by number desc limit 1`
  return row?.createdAt ?? null
}

export const versionExists = async (tx: AnySql, postId: number, number: number): Promise<boolean> =>
  (await tx`select from post_versions where post_id = ${postId} and number = ${number}`).length > 0

export type NewPostVersion = {
  postId: number
  number: number
  /** The version in which the prompt was written. */
  promptVersion: number
  userId: number
  /** The time of creation. Defaults to the clock's time: a transaction may begin long before it locks the post. */
  createdAt?: Date
  restoredFrom?: number | undefined
  suggestedBy?: number | undefined
  note?: string
  changed?: readonly PostFieldName[]
  /** How much of the texts the version changed; null for a post's first version. */
  words: WordChanges | null
  fields: PostFields
}

export const insertVersion = (tx: AnySql, version: NewPostVersion) => tx`
  insert into post_versions (post_id, number, prompt_version, user_id, created_at, restored_from, suggested_by, note, changed,
    added_words, removed_words, fields)
  values (${version.postId}, ${version.number}, ${version.promptVersion}, ${version.userId}, coalesce(${version.createdAt ?? null}::timestamptz, clock_timestamp()),
    ${version.restoredFrom ?? null}, ${version.suggestedBy ?? null}, ${version.note ?? ''}, ${[...(version.changed ?? [])]}::text[],
    ${version.words?.added ?? null}, ${version.words?.removed ?? null}, ${JSON.stringify(version.fields)}::text::jsonb)`

export const updateVersion = (
  tx: AnySql,
  { postId, number, promptVersion, note, changed, words, fields }: NewPostVersion,
) => tx`
  update post_versions set note = ${note ?? ''}, prompt_version = ${promptVersion}, changed = ${[...(changed ?? [])]}::text[],
    added_words = ${words?.added ?? null}, removed_words = ${words?.removed ?? null}, fields = ${JSON.stringify(fields)}::text::jsonb
  where post_id = ${postId} and number = ${number}`

/**
 * The columns of the version `v` of the post `p`, without its fields, as the viewer can read them. What the first
 * readable version says about earlier ones is left out, unless it is the post's first.
 */
const versionColumns = (sql: AnySql, viewer: Viewer) => {
  const first = firstReadableVersion(sql, viewer)
  const isBeginning = sql`(v.number = ${first} and v.number > 1)`
  return sql`
    v.number, v.created_at, case when ${isBeginning} then '' else v.note end as note,
    case when v.restored_from >= ${first} then v.restored_from end as restored_from,
    case when ${isBeginning} then '{}' else v.changed end as changed,
    case when not ${isBeginning} then v.added_words end as added_words,
    case when not ${isBeginning} then v.removed_words end as removed_words,
    case when u.id is null then null else ${authorJson(sql)} end as user,
    case when ${isBeginning} then null else
      (select ${authorJson(sql)}
       from (values (v.suggested_by)) suggested(id) ${joinMember(sql, sql`suggested.id`)}) end as suggested_by`
}

/** The version `v`, its post `p` and the member `u` who wrote it; only versions that the viewer can read. */
const readableVersions = (sql: AnySql, viewer: Viewer, postId: number) => sql`
  post_versions v ${joinPost(sql, sql`v.post_id`)} left ${joinMember(sql, sql`v.user_id`)}
  where v.post_id = ${postId} and ${isReadableVersion(sql, viewer)}`

/**
 * Lists the versions of a post that the viewer can read and whose number is below `before`, newest first, without their
 * fields. The caller has checked that the viewer can see the post.
 */
export const selectVersions = (sql: Sql, viewer: Viewer, postId: number, before: number, max: number) =>
  sql<Version[]>`
    select ${versionColumns(sql, viewer)} from ${readableVersions(sql, viewer, postId)}
      and v.number < ${before} order by v.number desc limit ${max}`

/**
 * Returns a version with its fields, or null if the viewer cannot read it. The caller has checked that the viewer can
 * see the post.
 */
export const selectVersion = async (
  sql: AnySql,
  viewer: Viewer,
  postId: number,
  number: number,
): Promise<StoredVersion | null> => {
  const [row] = await sql<StoredVersion[]>`
    select ${versionColumns(sql, viewer)}, v.fields, v.is_withdrawn from ${readableVersions(sql, viewer, postId)} and v.number = ${number}`
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
 * can read them.
 */
export const versionExport = defineExportSection(
  'versions',
  (sql, user, after) => sql`
    select v.id, v.post_id, v.number, v.restored_from, v.note, v.changed, v.fields, v.created_at
    from post_versions v ${joinPost(sql, sql`v.post_id`)}
    where v.id > ${after} and (p.user_id = ${user}
      or ((v.user_id = ${user} or v.suggested_by = ${user}) and ${canParticipateInPost(sql, { id: user })}
        and v.number >= ${firstReadableVersion(sql, { id: user })} and not v.is_withdrawn))`,
  SMALL_EXPORT_PAGE_SIZE,
)
