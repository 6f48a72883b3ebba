import type { ModeratedSubject } from '#core/moderated-subject.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import { type SubjectKind, TRUSTED_REPORT_WEIGHT } from '../contract-values.ts'
import { activeClaim } from './case-query.ts'
import { insertModeratedText } from './moderated-texts-query.ts'

type NewReport = {
  kind: SubjectKind
  subject: ModeratedSubject
  caseId: number
  reporterId: number
  reason: string
  words: string
  weight: number
}

/**
 * Stores a member's report, and what its subject says. Returns null if they have reported the subject before and not
 * withdrawn that report.
 */
export const insertReport = async (
  tx: AnySql,
  { kind, subject, ...report }: NewReport,
): Promise<number | null> => {
  const [row] = await tx<{ id: number }[]>`
    with stored_text as (${insertModeratedText(tx, kind, subject)})
    insert into reports (case_id, subject_kind, subject_id, subject_version, reporter_id, reason, words, weight, revision)
    values (${report.caseId}, ${kind}, ${subject.id}, ${subject.version}, ${report.reporterId}, ${report.reason}, ${report.words}, ${report.weight}, ${subject.revision})
    on conflict (reporter_id, subject_kind, subject_id, subject_version) where reporter_id is not null do update
      set case_id = excluded.case_id, reason = excluded.reason, words = excluded.words, weight = excluded.weight, revision = excluded.revision, created_at = now(), withdrawn_at = null
      where reports.withdrawn_at is not null
    returning id`
  return row?.id ?? null
}

/** Counts the member's reports that wait for a decision. The caller has locked the member. */
export const countOpenReports = async (tx: AnySql, reporterId: number): Promise<number> => {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::integer as count from reports r join moderation_cases c on c.id = r.case_id
    where r.reporter_id = ${reporterId} and c.is_open and r.withdrawn_at is null`
  return row?.count ?? 0
}

type ReporterRecord = { today: number; decided: number; upheld: number }

/**
 * Joins the decision `d` that ended the case of a report (`r` in the surrounding query): the last one that a person has
 * made and nobody has undone. Automatic decisions are left out, because reports themselves cause them, so they do not show
 * that a reporter was right.
 */
export const joinDecisionOfPerson = (sql: AnySql): SqlFragment => sql`
  left join lateral (
    select action from moderation_decisions
    where case_id = r.case_id and reversed_at is null and moderator_role <> 'automatic' order by id desc limit 1) d on true`

/**
 * Counts a member's reports of the last day, and what became of their decided ones. Withdrawn ones count too, so that
 * nobody hides something by reports and then withdraws theirs to keep a good record.
 */
export const selectReporterRecord = async (tx: AnySql, reporterId: number): Promise<ReporterRecord> => {
  const [row] = await tx<ReporterRecord[]>`
    select (count(*) filter (where r.created_at > now() - interval '1 day'))::integer as today,
      count(d.action)::integer as decided, (count(*) filter (where d.action <> 'dismiss'))::integer as upheld
    from reports r ${joinDecisionOfPerson(tx)}
    where r.reporter_id = ${reporterId}`
  return row ?? { today: 0, decided: 0, upheld: 0 }
}

/** Sums up the weights of a case's reports by trusted members, and counts them; not those that were withdrawn. */
export const sumTrustedReports = async (
  tx: AnySql,
  caseId: number,
): Promise<{ count: number; weight: number }> => {
  const [row] = await tx<{ count: number; weight: number }[]>`
    select count(*)::integer as count, coalesce(sum(weight), 0)::double precision as weight
    from reports where case_id = ${caseId} and weight >= ${TRUSTED_REPORT_WEIGHT} and withdrawn_at is null`
  return row ?? { count: 0, weight: 0 }
}

/** What a report is called once what its reporter has read is no longer stored. */
const FORGOTTEN_TITLE = '[no longer stored]'

/**
 * An SQL expression for the title or the beginning of what the report `r` is about, as its reporter has read it; null once that
 * is no longer stored.
 */
export const storedTitle = (sql: AnySql): SqlFragment => sql`(
  select t.title from moderated_texts t
  where (t.subject_kind, t.subject_id, t.subject_version, t.revision) = (r.subject_kind, r.subject_id, r.subject_version, r.revision))`

/**
 * An SQL expression for what the report `r` of the case `c` is called: as its reporter has read it. The title of the case is
 * what the first reporter has read, and others perhaps could not.
 */
export const reportedTitle = (sql: AnySql): SqlFragment =>
  sql`coalesce(${storedTitle(sql)}, case when r.revision is null then c.excerpt else ${FORGOTTEN_TITLE} end)`

/** Lists the members whose reports of a case stand, with what they have reported, and the ids of its legal notices. */
export const selectReporters = async (tx: AnySql, caseId: number) => {
  const rows = await tx<{ id: number; reporterId: number | null; title: string }[]>`
    select r.id, r.reporter_id, ${reportedTitle(tx)} as title from reports r join moderation_cases c on c.id = r.case_id
    where r.case_id = ${caseId} and r.withdrawn_at is null order by r.id`
  return {
    members: rows.flatMap(({ reporterId, title }) => (reporterId === null ? [] : { id: reporterId, title })),
    legalNotices: rows.flatMap(({ id, reporterId }) => (reporterId === null ? id : [])),
  }
}

type ReportRow = { caseId: number; isWithdrawn: boolean }

/** Returns a member's own report, or null if there is none with this id. */
export const selectOwnReport = async (
  sql: AnySql,
  reporterId: number,
  id: number,
): Promise<ReportRow | null> => {
  const [row] = await sql<ReportRow[]>`
    select case_id, withdrawn_at is not null as is_withdrawn from reports where id = ${id} and reporter_id = ${reporterId}`
  return row ?? null
}

/** Marks a report as withdrawn. The caller has locked its case. */
export const updateWithdrawn = (tx: AnySql, id: number) => tx`
  update reports set withdrawn_at = now() where id = ${id} and withdrawn_at is null`

/**
 * Closes a locked case that only withdrawn reports have opened: nobody has decided, noted or found anything about it, no
 * moderator works on it, and nothing is hidden because of it.
 */
export const closeWithoutReports = (tx: AnySql, caseId: number) => tx`
  update moderation_cases c set is_open = false
  where c.id = ${caseId} and c.source = 'reports' and c.findings = '{}' and ${activeClaim(tx)} is null
    and not exists (select from reports where case_id = c.id and withdrawn_at is null)
    and not exists (select from moderation_decisions where case_id = c.id)
    and not exists (select from moderation_notes where case_id = c.id)
    and not exists (select from moderation_case_items where case_id = c.id)`
