import type { Member } from '#core/viewer.ts'
import { senderById } from '#features/members/server/profile-query.ts'
import { waitingAccountsCount } from '#features/members/server/sign-up-requests-query.ts'
import { topicNameById } from '#features/topics/server/topics-query.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import { defineExportSection } from '#server/database/export-section.ts'
import type { CaseReport, Decision, ModerationCase } from '../contract.ts'
import type { DecisionAction, ModeratorRole } from '../contract-values.ts'
import { activeClaim, canSeeCase, isOpenToModerator, type SubjectKey } from './case-query.ts'
import { decisionColumns } from './decisions-query.ts'
import { joinDecisionOfPerson } from './reports-query.ts'
import { casesAbout, isAboutMember } from './statements-query.ts'

/**
 * The SQL columns of a `ModerationCase`, from `moderation_cases c`, as the moderator reads it. Of a case about themselves, they
 * read neither the reports nor who works on it.
 */
const caseColumns = (sql: AnySql, member: Member): SqlFragment => {
  const isOfOthers = sql`c.author_id is distinct from ${member.id}`
  return sql`
  c.id, c.subject_kind, c.subject_id, c.subject_version, c.post_id,
  case when ${topicNameById(sql, sql`c.topic_id`)} is not null
    then json_build_object('id', c.topic_id, 'name', ${topicNameById(sql, sql`c.topic_id`)}) end as topic,
  ${senderById(sql, sql`c.author_id`)} as author, c.excerpt, c.source, c.findings, c.is_urgent, c.is_open,
  case when ${isOfOthers} then ${senderById(sql, activeClaim(sql))} end as claimed_by, c.opened_at,
  (select count(*)::integer from reports r where r.case_id = c.id and r.withdrawn_at is null and ${isOfOthers}) as report_count,
  array(select r.reason from reports r where r.case_id = c.id and r.withdrawn_at is null and ${isOfOthers} group by r.reason order by count(*) desc, r.reason limit 5) as reasons`
}

type CasePage = { state: 'open' | 'decided'; limit: number; after?: string | undefined }

/**
 * Lists cases that the moderator sees: open ones, urgent first and then the oldest, or decided ones, newest first. One whose
 * reports were withdrawn is closed without a decision, and in neither list.
 */
export const selectCases = async (
  sql: AnySql,
  member: Member,
  { state, limit, after }: CasePage,
): Promise<ModerationCase[]> => {
  const [urgent, id] = (after ?? '').split('_').map(Number)
  const isOpen = state === 'open'
  const afterOpen = sql`(c.is_urgent < ${urgent === 1} or c.is_urgent = ${urgent === 1} and c.id > ${id ?? 0}::integer)`
  const isDecided = sql`exists (select from moderation_decisions d where d.case_id = c.id)`
  const afterDecided = sql`c.id < ${id ?? 0}::integer`
  const rows = await sql<(Omit<ModerationCase, 'outcome'> & OutcomeRow)[]>`
    select ${caseColumns(sql, member)}, d.action, d.reason as decision_reason, d.moderator_role, d.created_at as decided_at,
      d.reversed_at is not null as is_reversed, coalesce(d.action = 'dismiss' and d.before ?| array['restriction', 'wasRemoved'], false) as is_approval
    from moderation_cases c
    left join lateral (
      select * from moderation_decisions where case_id = c.id and not c.is_open order by id desc limit 1) d on true
    where c.is_open = ${isOpen} and ${canSeeCase(sql, member)} ${isOpen ? sql`` : sql`and ${isDecided}`}
      ${after === undefined ? sql`` : sql`and ${isOpen ? afterOpen : afterDecided}`}
    order by ${isOpen ? sql`c.is_urgent desc, c.id` : sql`c.id desc`} limit ${limit}`
  return rows.map(
    ({
      action,
      decisionReason: reason,
      moderatorRole,
      decidedAt: createdAt,
      isReversed,
      isApproval,
      ...found
    }) => ({
      ...found,
      outcome: action === null ? null : { action, reason, moderatorRole, createdAt, isReversed, isApproval },
    }),
  )
}

type OutcomeRow = {
  action: DecisionAction | null
  decisionReason: string
  moderatorRole: ModeratorRole
  decidedAt: Date
  isReversed: boolean
  isApproval: boolean
}

export const selectCase = async (
  sql: AnySql,
  member: Member,
  id: number,
): Promise<Omit<ModerationCase, 'outcome'> | null> => {
  const [row] = await sql<Omit<ModerationCase, 'outcome'>[]>`
    select ${caseColumns(sql, member)} from moderation_cases c where c.id = ${id} and ${canSeeCase(sql, member)}`
  return row ?? null
}

const MAX_WAITING = 100

type Waiting = Record<'cases' | 'appeals' | 'accounts', number>

/**
 * Counts the open cases and appeals that the moderator sees, and the accounts that wait for approval, each up to 100. An
 * appeal waits for another moderator, and moderators of topics approve no accounts.
 */
export const countWaiting = async (sql: AnySql, member: Member): Promise<Waiting> => {
  const [row] = await sql<Waiting[]>`
    select (select count(*)::integer from (
        select from moderation_cases c where c.is_open and ${canSeeCase(sql, member)} limit ${MAX_WAITING}) counted) as cases,
      (select count(*)::integer from (
        select from appeals a join moderation_decisions d on d.id = a.decision_id join moderation_cases c on c.id = d.case_id
        where a.answered_at is null and ${canSeeCase(sql, member)} limit ${MAX_WAITING}) counted) as appeals,
      ${member.isAdmin || member.isModerator ? waitingAccountsCount(sql, MAX_WAITING) : sql`0`} as accounts`
  return row ?? { cases: 0, appeals: 0, accounts: 0 }
}

const MAX_REPORTS = 100

/** Lists the reports of a case that stand, with what became of the reporters' earlier ones. */
export const selectReportsOfCase = (sql: AnySql, caseId: number) => sql<CaseReport[]>`
  select shown.id, ${senderById(sql, sql`shown.reporter_id`)} as reporter, shown.reason, shown.words, shown.is_legal, shown.name, shown.email, shown.url, shown.revision,
    shown.confirmed_at, shown.created_at,
    earlier.upheld, earlier.decided
  from reports shown
  cross join lateral (
    select count(d.action)::integer as decided, (count(*) filter (where d.action <> 'dismiss'))::integer as upheld
    from (select case_id from reports o where o.reporter_id = shown.reporter_id and o.case_id <> shown.case_id) r
    ${joinDecisionOfPerson(sql)}
  ) as earlier
  where shown.case_id = ${caseId} and shown.withdrawn_at is null order by shown.id limit ${MAX_REPORTS}`

const MAX_DECISIONS = 20

/** Lists the newest decisions about a subject, oldest first, also about what was in the topics of other moderators then. */
export const selectDecisionsAbout = (sql: AnySql, member: Member, { kind, id, version }: SubjectKey) => sql<
  Decision[]
>`
  select * from (
    select ${decisionColumns(sql)} from moderation_decisions d join moderation_cases c on c.id = d.case_id
    where (c.subject_kind, c.subject_id, c.subject_version) = (${kind}::text, ${id}::integer, ${version}::integer)
      and ${isOpenToModerator(sql, member)}
    order by d.id desc limit ${MAX_DECISIONS}) newest
  order by id`

/** Lists the newest decisions about an author, except those of one case, as far as the moderator sees their cases. */
export const selectDecisionsAboutAuthor = (
  sql: AnySql,
  member: Member,
  authorId: number,
  exceptCase: number,
) => sql<Decision[]>`
  select ${decisionColumns(sql)} from moderation_decisions d join moderation_cases c on c.id = d.case_id
  where c.id in (${casesAbout(sql, authorId)}) and (c.author_id = ${authorId} or ${isAboutMember(sql, authorId)}) and c.id <> ${exceptCase} and ${canSeeCase(sql, member)}
  order by d.id desc limit ${MAX_DECISIONS}`

export const decisionExport = defineExportSection(
  'moderationDecisions',
  (sql, user, after) => sql`
    select d.id, c.subject_kind, case when c.author_id = ${user} then c.excerpt else '' end as excerpt, d.action, d.reason, d.words,
      d.ends_at, d.created_at, d.reversed_at
    from moderation_decisions d join moderation_cases c on c.id = d.case_id
    where c.id in (${casesAbout(sql, user)}) and ${isAboutMember(sql, user)} and d.id > ${after}`,
)

export const appealExport = defineExportSection(
  'appeals',
  (sql, user, after) => sql`
    select id, decision_id, words, created_at, answer, is_granted, answered_at from appeals
    where member_id = ${user} and id > ${after}`,
)
