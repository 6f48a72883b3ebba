import type { Viewer } from '#core/viewer.ts'
import { authorJson, joinMember } from '#features/members/server/profile-query.ts'
import type { PostFields, TextFieldName } from '#features/posts/contract-fields.ts'
import { joinPost } from '#features/posts/server/access-query.ts'
import type { AnySql, Sql, SqlFragment } from '#server/database/connect.ts'
import { defineExportSection, SMALL_EXPORT_PAGE_SIZE } from '#server/database/export-section.ts'
import type { SuggestedEdit } from '../contract.ts'
import { isReadableEdit } from './restrictions-query.ts'

/** The values of the text fields that an edit changes. */
export type SuggestedTexts = Partial<Pick<PostFields, TextFieldName>>

export type StoredSuggestedEdit = SuggestedEdit & { before: SuggestedTexts; after: SuggestedTexts }

const columns = (sql: AnySql) => sql`
  e.id, e.reason, e.status, array(select jsonb_object_keys(e.after)) as changed, e.answer, e.version, e.created_at,
  e.decided_at, ${authorJson(sql)} as user`

/**
 * The edit `e`, its post `p` and the member `u` who suggested it; only edits that the viewer can read. An edit contains
 * the text that it replaces.
 */
const readableEdits = (sql: AnySql, viewer: Viewer, postId: number) => sql`
  suggested_edits e ${joinPost(sql, sql`e.post_id`)} ${joinMember(sql, sql`e.user_id`)}
  where e.post_id = ${postId} and ${isReadableEdit(sql, viewer)}`

/**
 * Lists the edits of a post that the viewer can read and whose id is below `before`, newest first, without the suggested
 * text. The caller has checked that the viewer can see the post.
 */
export const selectSuggestedEdits = (sql: Sql, viewer: Viewer, postId: number, before: number, max: number) =>
  sql<SuggestedEdit[]>`
    select ${columns(sql)} from ${readableEdits(sql, viewer, postId)}
      and e.id < ${before} order by e.id desc limit ${max}`

/** Deletes up to `max` suggested edits of posts. Returns their number. */
export const deleteSomeSuggestedEdits = async (
  tx: AnySql,
  postIds: readonly number[],
  max: number,
): Promise<number> =>
  (
    await tx`
      delete from suggested_edits where id in (
        select id from suggested_edits where post_id = any(${[...postIds]}::integer[]) limit ${max})`
  ).count

/** Counts the undecided edits of a post that the viewer can read. The caller has checked that they can see the post. */
export const countReadableEdits = async (sql: AnySql, viewer: Viewer, postId: number): Promise<number> => {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from ${readableEdits(sql, viewer, postId)} and ${isUndecided(sql)}`
  return row?.count ?? 0
}

const isUndecided = (sql: AnySql) => sql`e.status in ('open', 'changes-requested')`

/**
 * Returns an edit to a post with the suggested text, or null if the viewer cannot read it. The caller has checked that
 * the viewer can see the post.
 */
export const selectSuggestedEdit = async (
  sql: AnySql,
  viewer: Viewer,
  postId: number,
  id: number,
): Promise<StoredSuggestedEdit | null> => {
  const [row] = await sql<StoredSuggestedEdit[]>`
    select ${columns(sql)}, e.before, e.after from ${readableEdits(sql, viewer, postId)} and e.id = ${id}`
  return row ?? null
}

/** Counts a post's undecided edits, both by all members and by one member. The caller has locked the post. */
export const countUndecidedEdits = async (tx: AnySql, postId: number, userId: number) => {
  const [row] = await tx<{ all: number; own: number }[]>`
    select count(*)::integer as all, (count(*) filter (where user_id = ${userId}))::integer as own
    from suggested_edits e where e.post_id = ${postId} and not e.is_restricted and ${isUndecided(tx)}`
  return row ?? { all: 0, own: 0 }
}

type NewEdit = { reason: string; before: SuggestedTexts; after: SuggestedTexts }

export const insertSuggestedEdit = async (
  tx: AnySql,
  postId: number,
  userId: number,
  { reason, before, after }: NewEdit,
  { marking }: { marking: SqlFragment },
): Promise<number> => {
  const [row] = await tx<{ id: number }[]>`
    with marked as (${marking})
    insert into suggested_edits (post_id, user_id, reason, before, after)
    values (${postId}, ${userId}, ${reason}, ${JSON.stringify(before)}::text::jsonb, ${JSON.stringify(after)}::text::jsonb)
    returning id`
  return row?.id ?? 0
}

export const updateSuggestedEdit = (tx: AnySql, id: number, { reason, before, after }: NewEdit) => tx`
  update suggested_edits set reason = ${reason}, before = ${JSON.stringify(before)}::text::jsonb,
    after = ${JSON.stringify(after)}::text::jsonb, status = 'open' where id = ${id}`

type Decision = { status: SuggestedEdit['status']; answer?: string; version?: number }

export const updateEditDecision = (tx: AnySql, id: number, { status, answer = '', version }: Decision) => tx`
  update suggested_edits set status = ${status}, answer = ${answer}, version = ${version ?? null}, decided_at = now()
  where id = ${id}`

export const deleteSuggestedEditRow = (tx: AnySql, id: number) =>
  tx`delete from suggested_edits where id = ${id}`

export const suggestedEditExport = defineExportSection(
  'suggestedEdits',
  (sql, user, after) => sql`
    select id, post_id, reason, status, after as texts, answer, version, created_at, decided_at
    from suggested_edits where user_id = ${user} and id > ${after}`,
  SMALL_EXPORT_PAGE_SIZE,
)
