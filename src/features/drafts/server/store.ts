import { CUT_LOOKAHEAD, truncateText } from '#core/text.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { defineExportSection } from '#server/database/export-section.ts'
import type { DraftFields, DraftSummary } from '../contract.ts'
import { MAX_DRAFT_VERSIONS, MAX_DRAFTS, VERSION_MERGE_WINDOW_MS } from '../contract-values.ts'

const EXCERPT_CHARACTERS = 150

/** A stored draft. `fields` lacks any fields that were introduced after the draft was saved. */
export type StoredDraft = {
  id: string
  fields: Partial<DraftFields>
  updatedAt: Date
  publishAt: Date | null
  problem: string
}

const draftColumns = (sql: AnySql) => sql`key as id, fields, updated_at, publish_at, problem`

export const selectDrafts = async (sql: Sql, userId: number): Promise<DraftSummary[]> => {
  const drafts = await sql<DraftSummary[]>`
  select key as id, fields ->> 'title' as title, (fields -> 'isPrivate')::boolean as is_private,
    left(coalesce(nullif(fields ->> 'description', ''), fields ->> 'prompt'), ${EXCERPT_CHARACTERS + CUT_LOOKAHEAD}) as excerpt,
    updated_at, publish_at, problem
  from drafts where user_id = ${userId} order by publish_at, updated_at desc, id desc limit ${MAX_DRAFTS}`
  return drafts.map((draft) => ({ ...draft, excerpt: truncateText(draft.excerpt, EXCERPT_CHARACTERS) }))
}

/** Selects the member's draft. Returns null if it does not exist or belongs to another member. */
export const selectDraft = async (sql: AnySql, userId: number, key: string): Promise<StoredDraft | null> => {
  const [row] = await sql<StoredDraft[]>`
    select ${draftColumns(sql)} from drafts where user_id = ${userId} and key = ${key}`
  return row ?? null
}

type SavedState = {
  rowId: number
  updatedAt: Date
  exampleFiles: string[]
  isSame: boolean
  /** True if the current version began so long ago that the next save starts a new one. */
  isOldVersion: boolean
}

/** Selects the draft's state before it is saved with `fields`. Returns null if the draft does not exist. */
export const selectSavedDraftState = async (
  tx: AnySql,
  userId: number,
  key: string,
  fields: DraftFields,
): Promise<SavedState | null> => {
  const [row] = await tx<SavedState[]>`
    select id as row_id, updated_at, fields -> 'exampleFiles' as example_files,
      fields = ${JSON.stringify(fields)}::text::jsonb as is_same,
      version_at <= now() - make_interval(secs => ${VERSION_MERGE_WINDOW_MS / 1_000}) as is_old_version
    from drafts where user_id = ${userId} and key = ${key}`
  return row ?? null
}

/**
 * Inserts a draft. Returns false if the member already has the maximum number of drafts. The caller must have locked
 * the member.
 */
export const insertDraft = async (
  tx: AnySql,
  userId: number,
  key: string,
  fields: DraftFields,
): Promise<boolean> => {
  const { count } = await tx`
    insert into drafts (user_id, key, fields)
    select ${userId}, ${key}, ${JSON.stringify(fields)}::text::jsonb
    where (select count(*) from drafts where user_id = ${userId}) < ${MAX_DRAFTS}`
  return count > 0
}

/** Stores the draft's current content as a version, and deletes the oldest versions beyond the limit. */
export const insertDraftVersion = async (tx: AnySql, draftId: number): Promise<void> => {
  await tx`
    insert into draft_versions (draft_id, fields, saved_at)
    select id, fields, updated_at from drafts where id = ${draftId}`
  await tx`
    delete from draft_versions where id in (
      select id from draft_versions where draft_id = ${draftId} order by id desc offset ${MAX_DRAFT_VERSIONS})`
  await tx`update drafts set version_at = now() where id = ${draftId}`
}

export const updateDraftFields = (tx: AnySql, draftId: number, fields: DraftFields) => tx`
  update drafts set fields = ${JSON.stringify(fields)}::text::jsonb, updated_at = now(), problem = ''
  where id = ${draftId}`

/** Sets or clears the publication time. Returns false if the member has no draft with this id. */
export const updateDraftSchedule = async (
  sql: AnySql,
  userId: number,
  key: string,
  publishAt: Date | null,
): Promise<boolean> => {
  const { count } = await sql`
    update drafts set publish_at = ${publishAt}, problem = '' where user_id = ${userId} and key = ${key}`
  return count > 0
}

export const deleteDraftRow = (sql: AnySql, userId: number, key: string) =>
  sql`delete from drafts where user_id = ${userId} and key = ${key}`

type StoredVersion = { id: number; savedAt: Date; fields: Partial<DraftFields> }

export const selectDraftVersions = (sql: Sql, userId: number, key: string) => sql<StoredVersion[]>`
  select v.id, v.saved_at, v.fields from draft_versions v join drafts d on d.id = v.draft_id
  where d.user_id = ${userId} and d.key = ${key} order by v.id desc`

/** Lists the database ids of drafts that are due, longest overdue first. */
export const selectDueDraftIds = async (sql: AnySql, max: number): Promise<number[]> => {
  const rows = await sql<{ id: number }[]>`
    select id from drafts where publish_at <= now() order by publish_at, id limit ${max}`
  return rows.map(({ id }) => id)
}

export type DueDraft = StoredDraft & { rowId: number; userId: number; publishAt: Date }

/** Selects a due draft. Returns null if it was deleted, published or rescheduled in the meantime. */
export const selectDueDraft = async (sql: AnySql, draftId: number): Promise<DueDraft | null> => {
  const [draft] = await sql<DueDraft[]>`
    select id as row_id, user_id, ${draftColumns(sql)} from drafts where id = ${draftId} and publish_at <= now()`
  return draft ?? null
}

/** Deletes a due draft, unless it has changed since it was read. Returns false if it has changed. */
export const deleteDueDraft = async (
  tx: AnySql,
  { rowId: draftId, updatedAt, publishAt }: DueDraft,
): Promise<boolean> =>
  (
    await tx`
      delete from drafts where id = ${draftId} and updated_at = ${updatedAt} and publish_at = ${publishAt}`
  ).count > 0

/** Stores why a draft could not be published and clears its schedule, unless it was rescheduled since it was read. */
export const updateDraftProblem = (
  sql: AnySql,
  { rowId: draftId, publishAt }: DueDraft,
  problem: string,
) => sql`
  update drafts set publish_at = null, problem = ${problem} where id = ${draftId} and publish_at = ${publishAt}`

/**
 * The number of drafts that the export reads at a time. A draft and its ten older versions can have about two million
 * characters in total.
 */
const DRAFTS_PER_READ = 2

export const draftExport = defineExportSection(
  'drafts',
  (sql, user, after) => sql`
    select id, key, fields, created_at, updated_at, publish_at, problem,
      array(select json_build_object('savedAt', v.saved_at, 'fields', v.fields)
        from draft_versions v where v.draft_id = d.id order by v.id) as versions
    from drafts d where user_id = ${user} and id > ${after}`,
  DRAFTS_PER_READ,
)
