import type { Viewer } from '#core/viewer.ts'
import { andNotHiddenByBlock } from '#features/members/server/blocks-query.ts'
import { authorJson, joinMember } from '#features/members/server/profile-query.ts'
import { joinPost } from '#features/posts/server/access-query.ts'
import type { AnySql } from '#server/database/connect.ts'
import { defineExportSection } from '#server/database/export-section.ts'
import type { PromptResult, ReportedResult } from '../contract.ts'
import { promptVersionExpression } from './results-query.ts'

const MAX_REPORTS = 50

export type NewPromptResult = Omit<PromptResult, 'createdAt'>

/** Inserts or replaces the member's result for the current prompt. The caller has locked the post. */
export const upsertResult = (tx: AnySql, userId: number, postId: number, result: NewPromptResult) => tx`
  insert into post_results (post_id, user_id, prompt_version, model, worked, note, example)
  select p.id, ${userId}, p.prompt_version, ${result.model}, ${result.worked}, ${result.note}, ${result.example}
  from (values (${postId}::integer)) tried(id) ${joinPost(tx, tx`tried.id`)}
  on conflict (post_id, prompt_version, model, user_id) do update
    set worked = excluded.worked, note = excluded.note, example = excluded.example, created_at = now()`

export const deleteResult = (sql: AnySql, userId: number, postId: number, model: string) => sql`
  delete from post_results r using (
    select p.id, p.prompt_version from (values (${postId}::integer)) tried(id) ${joinPost(sql, sql`tried.id`)}) p
  where r.post_id = p.id and r.prompt_version = p.prompt_version and r.user_id = ${userId} and r.model = ${model}`

/**
 * Lists the newest reports on a prompt: the current one, or the one written in a version. The caller has checked the
 * viewer's access.
 */
export const selectResultReports = (
  sql: AnySql,
  viewer: Viewer,
  postId: number,
  promptVersion?: number,
) => sql<ReportedResult[]>`
  select r.id, r.model, r.worked, r.note, r.example, r.created_at,
    ${authorJson(sql)} as user
  from post_results r ${joinPost(sql, sql`r.post_id`)} ${joinMember(sql, sql`r.user_id`)}
  where r.post_id = ${postId} and r.prompt_version = ${promptVersionExpression(sql, promptVersion)}
    ${andNotHiddenByBlock(sql, viewer, sql`r.user_id`)} order by r.created_at desc, r.id desc limit ${MAX_REPORTS}`

export const selectOwnResults = (sql: AnySql, postId: number, userId: number, promptVersion?: number) => sql<
  PromptResult[]
>`
  select r.model, r.worked, r.note, r.example, r.created_at
  from post_results r ${joinPost(sql, sql`r.post_id`)}
  where r.post_id = ${postId} and r.user_id = ${userId} and r.prompt_version = ${promptVersionExpression(sql, promptVersion)} order by r.created_at desc`

export const resultExport = defineExportSection(
  'results',
  (sql, user, after) => sql`
    select id, post_id, prompt_version, model, worked, note, example, created_at
    from post_results where user_id = ${user} and id > ${after}`,
)
