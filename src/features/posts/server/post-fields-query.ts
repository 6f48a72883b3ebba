import type { PostRestriction } from '#core/post-restrictions.ts'
import type { AnySql } from '#server/database/connect.ts'
import type { PostFieldName, PostFields } from '../contract-fields.ts'
import { postFieldColumns } from './field-columns-query.ts'
import { isNotDeleted } from './visibility-query.ts'

export type LockedPostFields = PostFields & {
  id: number
  userId: number
  version: number
  revision: number
  /** The version in which the prompt last changed. */
  promptVersion: number
  hasResults: boolean
  createdAt: Date
  isPrivate: boolean
  restriction: PostRestriction | null
  mentions: string[]
}

/** The new values of fields. Undefined fields keep their values. */
export type PostChanges = { [Name in PostFieldName]?: PostFields[Name] | undefined }

/** Locks the post until the transaction ends and returns its fields, or null if the post no longer exists. */
export const lockPostFields = async (sql: AnySql, id: number): Promise<LockedPostFields | null> => {
  const [row] = await sql<LockedPostFields[]>`
    select p.id, p.user_id, p.version, p.revision, p.prompt_version, p.has_results, p.created_at, p.is_private, p.restriction, p.mentions,
      ${postFieldColumns(sql)}
    from posts p where p.id = ${id} and ${isNotDeleted(sql)} for no key update`
  return row ?? null
}
