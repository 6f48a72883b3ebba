import type { AnySql } from '#server/database/connect.ts'
import { defineExportSection } from '#server/database/export-section.ts'
import type { OwnReport } from '../contract-reports.ts'
import type { DecisionAction } from '../contract-values.ts'
import { reportedTitle } from './reports-query.ts'

/** A member's report with the key of what it is about, instead of its page. */
export type StoredReport = Omit<OwnReport, 'url'> & {
  subjectId: number
  subjectVersion: number
  postId: number | null
}
type OwnReportRow = Omit<StoredReport, 'decision'> & {
  action: DecisionAction | null
  decisionReason: string
  decisionWords: string
  decidedAt: Date
  isReversed: boolean
}

/** Lists a member's reports with the last decision of each that is closed, newest first. */
export const selectOwnReports = async (
  sql: AnySql,
  memberId: number,
  { limit, after }: { limit: number; after?: number | undefined },
): Promise<StoredReport[]> => {
  const rows = await sql<OwnReportRow[]>`
    select r.id, r.subject_kind, r.subject_id, r.subject_version, c.post_id, ${reportedTitle(sql)} as excerpt, r.reason, r.words, r.created_at, d.action, d.reason as decision_reason,
      d.words as decision_words, d.created_at as decided_at, d.reversed_at is not null as is_reversed
    from reports r join moderation_cases c on c.id = r.case_id
    left join lateral (
      select * from moderation_decisions where case_id = c.id and not c.is_open order by id desc limit 1) d on true
    where r.reporter_id = ${memberId} and r.withdrawn_at is null and r.id < ${after ?? 2_147_483_647}::integer
    order by r.id desc limit ${limit}`
  return rows.map(({ action, decisionReason, decisionWords, decidedAt, isReversed, ...report }) => ({
    ...report,
    decision:
      action === null
        ? null
        : { action, reason: decisionReason, words: decisionWords, createdAt: decidedAt, isReversed },
  }))
}

export const reportExport = defineExportSection(
  'reports',
  (sql, user, after) => sql`
    select id, subject_kind, reason, words, created_at, withdrawn_at from reports where reporter_id = ${user} and id > ${after}`,
)
