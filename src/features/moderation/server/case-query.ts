import { HttpError } from '#core/http-error.ts'
import type { ModeratedSubject } from '#core/moderated-subject.ts'
import type { Member } from '#core/viewer.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import type { Decision } from '../contract.ts'
import {
  CLAIM_MINUTES,
  type caseSources,
  type DecisionAction,
  type ModeratorRole,
  type SubjectKind,
  TRUSTED_REPORT_WEIGHT,
} from '../contract-values.ts'

export type CaseSource = (typeof caseSources)[number]
export type SubjectKey = Pick<ModeratedSubject, 'id' | 'version'> & { kind: SubjectKind }

/**
 * The only rule for which cases (`c` in the surrounding query) a moderator sees: of the site all, of topics those about
 * content in their topics.
 */
export const canSeeCase = (sql: AnySql, { isAdmin, isModerator, moderatedTopics }: Member): SqlFragment =>
  isAdmin || isModerator ? sql`true` : sql`(c.topic_id = any(${[...moderatedTopics]}::integer[]))`

/** Prevents others from opening a case about the same subject until the transaction ends. */
const lockSubject = (tx: AnySql, { kind, id, version }: SubjectKey) => tx`
  select pg_advisory_xact_lock(hashtextextended('moderated subject ' || ${kind}::text || ' ' || ${id}::integer || ' ' || ${version}::integer, 0))`

/** Returns the id of the open case about a subject, or of a new one. */
export const findOrOpenCase = async (
  tx: AnySql,
  kind: SubjectKind,
  subject: Omit<ModeratedSubject, 'text'>,
  {
    source,
    isUrgent = false,
    findings = [],
  }: { source: CaseSource; isUrgent?: boolean; findings?: readonly string[] },
): Promise<number> => {
  await lockSubject(tx, { kind, id: subject.id, version: subject.version })
  const [row] = await tx<{ id: number }[]>`
    insert into moderation_cases (subject_kind, subject_id, subject_version, post_id, topic_id, author_id, excerpt, source, is_urgent, findings)
    values (${kind}, ${subject.id}, ${subject.version}, ${subject.postId}, ${subject.topicId}, ${subject.authorId}, ${subject.excerpt},
      ${source}, ${isUrgent}, ${[...findings]}::text[])
    on conflict (subject_kind, subject_id, subject_version) where is_open do update
      set is_urgent = moderation_cases.is_urgent or excluded.is_urgent,
        topic_id = coalesce(excluded.topic_id, moderation_cases.topic_id),
        findings = (select array(select distinct unnest(moderation_cases.findings || excluded.findings)))
    returning id`
  if (!row) throw new Error('No case was opened')
  return row.id
}

export type CaseRow = {
  id: number
  kind: SubjectKind
  subjectId: number
  version: number
  topicId: number | null
  authorId: number | null
  excerpt: string
  isOpen: boolean
  /** The moderator who works on it, unless the claim has ended. */
  claimedBy: number | null
}

const caseColumns = (sql: AnySql): SqlFragment => sql`
  c.id, c.subject_kind as kind, c.subject_id, c.subject_version as version, c.topic_id, c.author_id, c.excerpt, c.is_open,
  ${activeClaim(sql)} as claimed_by`

/** An SQL expression for the moderator whose claim of the case `c` has not ended. */
export const activeClaim = (sql: AnySql): SqlFragment =>
  sql`(case when c.claimed_at > now() - ${CLAIM_MINUTES}::integer * interval '1 minute' then c.claimed_by end)`

/** Returns a case that the moderator sees, or null. */
export const selectCaseRow = async (sql: AnySql, member: Member, id: number): Promise<CaseRow | null> => {
  const [row] = await sql<CaseRow[]>`
    select ${caseColumns(sql)} from moderation_cases c where c.id = ${id} and ${canSeeCase(sql, member)}`
  return row ?? null
}

/** Locks a case and returns it. Call it after the subject has been locked. */
export const lockCase = async (tx: AnySql, id: number): Promise<CaseRow> => {
  const [row] = await tx<CaseRow[]>`
    select ${caseColumns(tx)} from moderation_cases c where c.id = ${id} for no key update`
  if (!row) throw new HttpError('case-not-found')
  return row
}

/** Gives a case to a moderator, or to nobody. */
export const updateClaim = (tx: AnySql, id: number, moderatorId: number | null) => tx`
  update moderation_cases set claimed_by = ${moderatorId}, claimed_at = case when ${moderatorId}::integer is null then null else now() end
  where id = ${id}`

/** Closes a case, or opens it again. Of two cases about the same subject, only one can be open. */
export const updateIsOpen = (tx: AnySql, id: number, isOpen: boolean) => tx`
  update moderation_cases c set is_open = ${isOpen}, claimed_by = null, claimed_at = null
  where c.id = ${id} and not (${isOpen} and exists (
    select from moderation_cases o
    where o.is_open and (o.subject_kind, o.subject_id, o.subject_version) = (c.subject_kind, c.subject_id, c.subject_version)))`

type NewReport = SubjectKey & {
  caseId: number
  reporterId: number
  reason: string
  words: string
  weight: number
}

/** Stores a member's report. Returns null if they have reported the subject before. */
export const insertReport = async (tx: AnySql, report: NewReport): Promise<number | null> => {
  const [row] = await tx<{ id: number }[]>`
    insert into reports (case_id, subject_kind, subject_id, subject_version, reporter_id, reason, words, weight)
    values (${report.caseId}, ${report.kind}, ${report.id}, ${report.version}, ${report.reporterId}, ${report.reason}, ${report.words}, ${report.weight})
    on conflict do nothing returning id`
  return row?.id ?? null
}

/** Counts the member's reports that wait for a decision. The caller has locked the member. */
export const countOpenReports = async (tx: AnySql, reporterId: number): Promise<number> => {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::integer as count from reports r join moderation_cases c on c.id = r.case_id
    where r.reporter_id = ${reporterId} and c.is_open`
  return row?.count ?? 0
}

type ReporterRecord = { today: number; decided: number; upheld: number }

/**
 * Joins `d`, the last decision of a person about the report `r`. What reports have hidden without a person does not prove
 * the reporters right.
 */
export const joinDecisionOfPerson = (sql: AnySql): SqlFragment => sql`
  left join lateral (
    select action from moderation_decisions
    where case_id = r.case_id and reversed_at is null and moderator_role <> 'automatic' order by id desc limit 1) d on true`

/** Counts a member's reports of the last day, and what became of their decided ones. */
export const selectReporterRecord = async (tx: AnySql, reporterId: number): Promise<ReporterRecord> => {
  const [row] = await tx<ReporterRecord[]>`
    select (count(*) filter (where r.created_at > now() - interval '1 day'))::integer as today,
      count(d.action)::integer as decided, (count(*) filter (where d.action <> 'dismiss'))::integer as upheld
    from reports r ${joinDecisionOfPerson(tx)}
    where r.reporter_id = ${reporterId}`
  return row ?? { today: 0, decided: 0, upheld: 0 }
}

/** Sums up the weights of a case's reports by trusted members, and counts them. */
export const sumTrustedReports = async (
  tx: AnySql,
  caseId: number,
): Promise<{ count: number; weight: number }> => {
  const [row] = await tx<{ count: number; weight: number }[]>`
    select count(*)::integer as count, coalesce(sum(weight), 0)::double precision as weight
    from reports where case_id = ${caseId} and weight >= ${TRUSTED_REPORT_WEIGHT}`
  return row ?? { count: 0, weight: 0 }
}

/** Lists the members who reported what the case is about, and the ids of its legal notices. */
export const selectReporters = async (tx: AnySql, caseId: number) => {
  const rows = await tx<{ id: number; reporterId: number | null }[]>`
    select id, reporter_id from reports where case_id = ${caseId} order by id`
  return {
    members: rows.flatMap(({ reporterId }) => reporterId ?? []),
    legalNotices: rows.flatMap(({ id, reporterId }) => (reporterId === null ? id : [])),
  }
}

/** What a decision has changed, so that it can be reversed. The keys are those of the use case of each action. */
export type DecisionChange = Record<string, unknown>

type NewDecision = {
  caseId: number
  action: DecisionAction
  reason: string
  words: string
  isLegal: boolean
  endsAt: Date | null
  /** Null for a decision that no person has made. */
  moderator: { id: number; username: string; role: Exclude<ModeratorRole, 'automatic'> } | null
  before: DecisionChange
  after: DecisionChange
}

/** The SQL columns of a `Decision`, from `moderation_decisions d`. */
export const decisionColumns = (sql: AnySql): SqlFragment => sql`
  d.id, d.case_id, d.action, d.reason, d.words, d.is_legal, d.ends_at, d.moderator_name as moderator, d.moderator_role, d.created_at,
  d.reversed_at, d.reversal_words`

export const insertDecision = async (tx: AnySql, decision: NewDecision): Promise<Decision> => {
  const { moderator } = decision
  const [row] = await tx<Decision[]>`
    insert into moderation_decisions as d (case_id, action, reason, words, is_legal, ends_at, moderator_id, moderator_name, moderator_role, before, after)
    values (${decision.caseId}, ${decision.action}, ${decision.reason}, ${decision.words}, ${decision.isLegal}, ${decision.endsAt},
      ${moderator?.id ?? null}, ${moderator?.username ?? ''}, ${moderator?.role ?? 'automatic'},
      ${JSON.stringify(decision.before)}::text::jsonb, ${JSON.stringify(decision.after)}::text::jsonb)
    returning ${decisionColumns(tx)}`
  if (!row) throw new Error('No decision was stored')
  return row
}

export type StoredDecision = Decision &
  CaseRowOfDecision & {
    before: DecisionChange
    after: DecisionChange
    isLatest: boolean
  }
type CaseRowOfDecision = Pick<CaseRow, 'kind' | 'subjectId' | 'version' | 'authorId' | 'excerpt' | 'topicId'>

/**
 * Locks a decision of a case that the moderator sees, and returns it. `isLatest` is false if a later decision about the
 * same subject, or about the same member, has changed what this one has.
 */
export const lockDecision = async (
  tx: AnySql,
  member: Member,
  id: number,
): Promise<StoredDecision | null> => {
  const [row] = await tx<StoredDecision[]>`
    select ${decisionColumns(tx)}, d.before, d.after, c.subject_kind as kind, c.subject_id, c.subject_version as version, c.author_id, c.excerpt,
      c.topic_id,
      not exists (
        select from moderation_decisions l join moderation_cases lc on lc.id = l.case_id
        where l.id > d.id and l.reversed_at is null and case when d.action in ('mute', 'suspend', 'remove-all')
          then (l.action = d.action or l.action in ('suspend', 'remove-all') and d.action in ('suspend', 'remove-all')) 
            and (lc.author_id = c.author_id or (l.action = 'remove-all' and exists (
              select from moderation_case_items i
              where i.case_id = lc.id and i.kind = 'member' and i.item_id = c.author_id and i.cleared_at is null)))
          else l.action not in ('warn', 'mute', 'suspend', 'remove-all')
            and (lc.subject_kind, lc.subject_id, lc.subject_version) = (c.subject_kind, c.subject_id, c.subject_version) end) as is_latest
    from moderation_decisions d join moderation_cases c on c.id = d.case_id
    where d.id = ${id} and ${canSeeCase(tx, member)} for no key update of d`
  return row ?? null
}

export const updateReversal = async (
  tx: AnySql,
  id: number,
  moderatorId: number,
  words: string,
): Promise<Decision> => {
  const [row] = await tx<Decision[]>`
    update moderation_decisions d set reversed_at = now(), reversed_by = ${moderatorId}, reversal_words = ${words}
    where d.id = ${id} returning ${decisionColumns(tx)}`
  if (!row) throw new HttpError('decision-not-found')
  return row
}

/**
 * Returns those of these posts about which an appeal waits for an answer, also one about the decision that removed
 * everything of their author.
 */
export const selectAppealedPosts = async (sql: AnySql, ids: readonly number[]): Promise<number[]> => {
  const rows = await sql<{ id: number }[]>`
    select c.subject_id as id from appeals a
    join moderation_decisions d on d.id = a.decision_id join moderation_cases c on c.id = d.case_id
    where a.answered_at is null and c.subject_kind = 'post' and c.subject_id = any(${[...ids]}::integer[])
    union
    select i.item_id from moderation_case_items i
    join moderation_decisions d on d.case_id = i.case_id join appeals a on a.decision_id = d.id
    where a.answered_at is null and i.kind = 'post' and i.item_id = any(${[...ids]}::integer[])`
  return rows.map(({ id }) => id)
}

/** Returns whether no later decision has changed what this one has; see `lockDecision`. */
export const isLatestDecision = async (tx: AnySql, member: Member, id: number): Promise<boolean> =>
  (await lockDecision(tx, member, id))?.isLatest === true

/** Returns whether a person has removed the subject, and nobody has undone it. */
export const isRemovedByDecision = async (
  sql: AnySql,
  { kind, id }: Pick<SubjectKey, 'kind' | 'id'>,
): Promise<boolean> =>
  (
    await sql`
      select from moderation_decisions d join moderation_cases c on c.id = d.case_id
      where c.subject_kind = ${kind} and c.subject_id = ${id} and d.action = 'remove' and d.reversed_at is null limit 1`
  ).length > 0

/** Returns whether a decision exists and has not been undone. */
export const isDecisionInForce = async (sql: AnySql, id: number): Promise<boolean> =>
  (await sql`select from moderation_decisions where id = ${id} and reversed_at is null`).length > 0

/** Lists the decisions that mute a member and have not been undone, newest first. */
export const selectMutesInForce = async (tx: AnySql, memberId: number): Promise<number[]> => {
  const rows = await tx<{ id: number }[]>`
    select d.id from moderation_cases c join moderation_decisions d on d.case_id = c.id
    where c.author_id = ${memberId} and d.action = 'mute' and d.reversed_at is null order by d.id desc`
  return rows.map(({ id }) => id)
}
