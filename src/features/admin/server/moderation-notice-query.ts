import type { AnySql } from '#server/database/connect.ts'
import { defineExportSection } from '#server/database/export-section.ts'
import type { ModerationNotice } from '../contract-moderation-notices.ts'

type RemovedContent = { userId: number; excerpt: string; decisionId: number }

export const insertModerationNotice = (
  sql: AnySql,
  kind: 'post' | 'comment',
  { userId, excerpt, decisionId }: RemovedContent,
  reason: string,
) => sql`
  insert into moderation_notices (user_id, kind, excerpt, reason, decision_id)
  values (${userId}, ${kind}, ${excerpt}, ${reason}, ${decisionId})`

export const selectModerationNotices = (sql: AnySql, userId: number) => sql<ModerationNotice[]>`
  select id, kind, excerpt, reason, decision_id, created_at from moderation_notices where user_id = ${userId} order by id limit 50`

export const deleteModerationNotice = (sql: AnySql, userId: number, id: number) =>
  sql`delete from moderation_notices where id = ${id} and user_id = ${userId}`

export const moderationNoticeExport = defineExportSection(
  'removals',
  (sql, user, after) => sql`
    select id, kind, excerpt, reason, created_at from moderation_notices where user_id = ${user} and id > ${after}`,
)
