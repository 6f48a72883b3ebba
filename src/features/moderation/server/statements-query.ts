import type { Member } from '#core/viewer.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import type { OwnDecision } from '../contract-statements.ts'
import { APPEAL_DAYS, type DecisionAction, type ModeratorRole, type SubjectKind } from '../contract-values.ts'
import { canSeeCase } from './case-query.ts'
import type { DecisionChange } from './decisions-query.ts'

/** What a decision says without naming the moderator, from `moderation_decisions d` and `moderation_cases c`. */
export const statementColumns = (sql: AnySql): SqlFragment => sql`
  d.id, c.subject_kind, d.action, d.reason, d.words, d.is_legal, d.ends_at, d.moderator_role, d.created_at, d.reversed_at`

/**
 * An SQL condition that the decision `d` of the case `c` is about this member: its author, or one of the accounts of a wave.
 * Dismissals that changed nothing are about nobody, who is not told of them.
 */
export const isAboutMember = (sql: AnySql, memberId: number): SqlFragment => sql`(
  (d.action <> 'dismiss' or d.before <> '{}') and (c.author_id = ${memberId} or (d.action in ('hide', 'dismiss', 'remove-all') and exists (
    select from moderation_case_items i where i.case_id = c.id and i.kind = 'member' and i.item_id = ${memberId}))))`

/** An SQL query for the ids of the cases that are about this member; not each of their decisions is. */
export const casesAbout = (sql: AnySql, memberId: number): SqlFragment => sql`
  select id from moderation_cases where author_id = ${memberId}
  union select case_id from moderation_case_items where kind = 'member' and item_id = ${memberId}`

/** What a decision is about, as this member reads it: a wave names its oldest account, which others do not learn. */
const ownExcerpt = (sql: AnySql, { id, username }: Pick<Member, 'id' | 'username'>): SqlFragment =>
  sql`case when c.author_id = ${id} then c.excerpt else ${username}::text end`

/** Lists the decisions about a member, newest first. */
export const selectOwnDecisions = (
  sql: AnySql,
  member: Pick<Member, 'id' | 'username'>,
  { limit, after }: { limit: number; after?: number | undefined },
) => sql<OwnDecision[]>`
  select ${statementColumns(sql)}, ${ownExcerpt(sql, member)} as excerpt,
    case when a.id is null then null when a.is_granted is null then 'open' when a.is_granted then 'granted' else 'rejected' end as appeal
  from moderation_cases c join moderation_decisions d on d.case_id = c.id
  left join appeals a on a.decision_id = d.id and a.member_id = ${member.id}
  where c.id in (${casesAbout(sql, member.id)}) and d.id < ${after ?? 2_147_483_647}::integer and ${isAboutMember(sql, member.id)}
  order by d.id desc limit ${limit}`

export type StatementRow = {
  id: number
  subjectKind: SubjectKind
  excerpt: string
  action: DecisionAction
  reason: string
  words: string
  isLegal: boolean
  endsAt: Date | null
  moderatorRole: ModeratorRole
  createdAt: Date
  reversedAt: Date | null
  reversalWords: string
  before: DecisionChange
  caseId: number
  authorId: number | null
  subjectId: number
  subjectVersion: number
  findings: string[]
  /** True if it is about the member who reads it. */
  isOwn: boolean
  hasReports: boolean
  hasLegalNotices: boolean
  appealEndsAt: Date
  /** True if the time for an appeal is not over. */
  isInTime: boolean
  appeal: OwnAppealRow | null
}
type OwnAppealRow = {
  words: string
  createdAt: Date
  answer: string
  isGranted: boolean | null
  answeredAt: Date | null
}

/** Returns a decision about the member, or one that they see as a moderator, with the author's appeal; null for any other. */
export const selectStatement = async (
  sql: AnySql,
  member: Member,
  id: number,
): Promise<StatementRow | null> => {
  const isStaff = member.isAdmin || member.isModerator || member.moderatedTopics.length > 0
  const seenByStaff = isStaff && !member.isSuspended ? sql`or ${canSeeCase(sql, member)}` : sql``
  // Of a wave, each account reads what was decided about itself.
  const isOwnOfWave = sql`(c.author_id is distinct from ${member.id} and about.is_own)`
  const [row] = await sql<(Omit<StatementRow, 'appeal'> & AppealColumns)[]>`
    select ${statementColumns(sql)}, case when ${isOwnOfWave} then ${member.username}::text else c.excerpt end as excerpt,
      case when ${isOwnOfWave} then ${member.id}::integer else c.subject_id end as subject_id,
      d.reversal_words, d.before, d.case_id, c.author_id, c.subject_version, c.findings, about.is_own,
      exists (select from reports r where r.case_id = c.id and not r.is_legal) as has_reports,
      exists (select from reports r where r.case_id = c.id and r.is_legal) as has_legal_notices,
      ${appealEnd(sql)} as appeal_ends_at, ${appealEnd(sql)} > now() as is_in_time,
      a.id as appeal_id, a.words as appeal_words, a.created_at as appealed_at, a.answer, a.is_granted, a.answered_at
    from moderation_decisions d join moderation_cases c on c.id = d.case_id
    cross join lateral (select coalesce(${isAboutMember(sql, member.id)}, false) as is_own) as about
    left join appeals a on a.decision_id = d.id
      and a.member_id = case when about.is_own then ${member.id}::integer else c.author_id end
    where d.id = ${id} and (about.is_own ${seenByStaff})`
  if (!row) return null
  const { appealId, appealWords, appealedAt, answer, isGranted, answeredAt, ...statement } = row
  const appeal =
    appealId === null ? null : { words: appealWords, createdAt: appealedAt, answer, isGranted, answeredAt }
  return { ...statement, appeal }
}

type AppealColumns = Pick<OwnAppealRow, 'answer' | 'isGranted' | 'answeredAt'> & {
  appealId: number | null
  appealWords: string
  appealedAt: Date
}

const appealEnd = (sql: AnySql): SqlFragment => sql`d.created_at + ${APPEAL_DAYS}::integer * interval '1 day'`

export type MailedStatement = Pick<
  StatementRow,
  | 'excerpt'
  | 'subjectKind'
  | 'action'
  | 'reason'
  | 'words'
  | 'isLegal'
  | 'endsAt'
  | 'moderatorRole'
  | 'createdAt'
  | 'reversedAt'
> & { memberId: number; isGranted: boolean | null; answer: string | null }

/** Returns what a mail to a member, or else to the author, says about a decision; null if their account has been deleted. */
export const selectStatementForMail = async (
  sql: AnySql,
  id: number,
  memberId: number | undefined,
): Promise<MailedStatement | null> => {
  const [row] = await sql<MailedStatement[]>`
    select ${statementColumns(sql)}, case when c.subject_kind = 'member' then u.username else c.excerpt end as excerpt,
      u.id as member_id, a.is_granted, a.answer
    from moderation_decisions d join moderation_cases c on c.id = d.case_id
    join users u on u.id = coalesce(${memberId ?? null}::integer, c.author_id)
    left join appeals a on a.decision_id = d.id and a.member_id = u.id
    where d.id = ${id}`
  return row ?? null
}
