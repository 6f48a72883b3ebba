import type { PostFieldName, PostFields } from '#features/posts/contract-fields.ts'
import type { AnySql } from '#server/database/connect.ts'

/**
 * A version in an export file. Its author is not included, because importing it makes the importing member its author.
 */
export type TransferredVersion = {
  number: number
  createdAt: Date
  restoredFrom: number | null
  /** The version in which the prompt was written. Null or absent in older files. */
  promptVersion?: number | null | undefined
  note: string
  changed: PostFieldName[]
  fields: Partial<PostFields>
}

/** Lists a post's versions with a number above `after`, oldest first. */
export const selectVersionsForExport = (sql: AnySql, postId: number, after: number, max: number) =>
  sql<TransferredVersion[]>`
    select number, created_at, restored_from, prompt_version, note, changed, fields from post_versions
    where post_id = ${postId} and number > ${after} order by number limit ${max}`

/** Inserts the versions of imported posts. The rows are sent as a single JSON parameter. */
export const insertImportedVersions = (
  sql: AnySql,
  versions: (TransferredVersion & { postId: number; userId: number })[],
) => sql`
  insert into post_versions (post_id, user_id, number, created_at, restored_from, prompt_version, note, changed, fields)
  select "postId", "userId", number, "createdAt", "restoredFrom", "promptVersion", note, changed, fields
  from json_to_recordset(${JSON.stringify(versions)}::text::json) as v(
    "postId" integer, "userId" integer, number integer, "createdAt" timestamptz, "restoredFrom" integer,
    "promptVersion" integer, note text, changed text[], fields jsonb)`
