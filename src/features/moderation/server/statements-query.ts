import type { Member } from '#core/viewer.ts'
import { senderById } from '#features/members/server/profile-query.ts'
import { isMuted } from '#features/members/server/standing-query.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import type { OwnDecision, StaffAppeal } from '../contract-statements.ts'
import { APPEAL_DAYS, type DecisionAction, type ModeratorRole, type SubjectKind } from '../contract-values.ts'
import { canSeeCase } from './case-query.ts'
import type { DecisionChange } from './decisions-query.ts'

/** What a decision says without naming the moderator, from `moderation_decisions d` and `moderation_cases c`. */
const statementColumns = (sql: AnySql): SqlFragment => sql`
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
      d.reversal_words, d.before, c.subject_version, c.findings, about.is_own,
      exists (select from reports r where r.case_id = c.id and not r.is_legal) as has_reports,
      exists (select from reports r where r.case_id = c.id and r.is_legal) as has_legal_notices,
      ${appealEnd(sql)} as appeal_ends_at, ${appealEnd(sql)} > now() as is_in_time,
      a.id as appeal_id, a.words as appeal_words, a.created_at as appealed_at, a.answer, a.is_granted, a.answered_at
    from moderation_decisions d join moderation_cases c on c.id = d.case_id
    cross join lateral (select ${isAboutMember(sql, member.id)} as is_own) as about
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

/** Stores an appeal. Returns false if there is one already. */
export const insertAppeal = async (
  tx: AnySql,
  { decisionId, memberId, words }: { decisionId: number; memberId: number; words: string },
): Promise<boolean> => {
  const { count } = await tx`
    insert into appeals (decision_id, member_id, words) values (${decisionId}, ${memberId}, ${words}) on conflict do nothing`
  return count > 0
}

/**
 * True if the moderator can answer the appeal `a` of the decision `d` of the case `c`: not their own, not about a higher
 * role, nor about a mute or suspension for a moderator of topics, and not of their own decision as long as there is somebody
 * else who can.
 */
const canAnswer = (sql: AnySql, { id, isAdmin, isModerator }: Member): SqlFragment => sql`(
  a.member_id <> ${id} and (${isAdmin} or not author.is_admin)
  and (${isAdmin || isModerator} or (d.action not in ('mute', 'suspend', 'remove-all') and not author.is_moderator))
  and (d.moderator_id is distinct from ${id} or not exists (
    select from users o
    where (o.is_admin or (o.is_moderator and not author.is_admin)) and not ${isMuted(sql, sql`o`)} and o.id not in (${id}, a.member_id))))`

type AppealPage = { state: 'open' | 'answered'; limit: number; after?: number | undefined }

/** Lists the appeals about decisions that the moderator sees. */
export const selectAppeals = async (
  sql: AnySql,
  member: Member,
  { state, limit, after }: AppealPage,
): Promise<StaffAppeal[]> => {
  const isOpen = state === 'open'
  const rows = await sql<AppealRow[]>`
    select ${statementColumns(sql)}, case when c.subject_kind = 'member' then author.username else c.excerpt end as excerpt, d.case_id,
      case when a.member_id = ${member.id} then '' else d.moderator_name end as moderator, a.id as appeal_id, a.words as appeal_words,
      a.created_at as appealed_at, a.answer, a.is_granted, a.answered_at, ${senderById(sql, sql`a.member_id`)} as appellant,
      case when a.member_id <> ${member.id} then ${senderById(sql, sql`a.answered_by`)} end as answered_by, a.answered_at is null and ${canAnswer(sql, member)} as can_answer
    from appeals a join moderation_decisions d on d.id = a.decision_id join moderation_cases c on c.id = d.case_id
    join users author on author.id = a.member_id
    where ${isOpen ? sql`a.answered_at is null` : sql`a.answered_at is not null`} and ${canSeeCase(sql, member)}
      ${after === undefined ? sql`` : isOpen ? sql`and a.id > ${after}` : sql`and a.id < ${after}`}
    order by ${isOpen ? sql`a.id` : sql`a.id desc`} limit ${limit}`
  return rows.map(
    ({
      appealId,
      appealWords,
      appealedAt,
      answer,
      isGranted,
      answeredAt,
      appellant,
      answeredBy,
      canAnswer: can,
      ...decision
    }) => ({
      id: appealId,
      words: appealWords,
      createdAt: appealedAt,
      answer,
      isGranted,
      answeredAt,
      appellant,
      answeredBy,
      canAnswer: can,
      decision,
    }),
  )
}
type AppealRow = StaffAppeal['decision'] &
  Pick<StaffAppeal, 'answer' | 'isGranted' | 'answeredAt' | 'appellant' | 'answeredBy' | 'canAnswer'> & {
    appealId: number
    appealWords: string
    appealedAt: Date
  }

export type LockedAppeal = {
  id: number
  decisionId: number
  caseId: number
  memberId: number
  excerpt: string
  moderatorId: number | null
  before: DecisionChange
  isReversed: boolean
  isAnswered: boolean
  canAnswer: boolean
  /** True if the decision is about a member, who may be one account of a wave, instead of about content. */
  isAboutMembers: boolean
  /** True if the decision is about other accounts, too, with which it stays as it is. */
  isOneOfSeveral: boolean
}

/** Locks an appeal of a decision that the moderator sees, and returns it. */
export const lockAppeal = async (tx: AnySql, member: Member, id: number): Promise<LockedAppeal | null> => {
  const [row] = await tx<LockedAppeal[]>`
    select a.id, a.decision_id, d.case_id, a.member_id, c.excerpt, d.moderator_id, d.before, d.reversed_at is not null as is_reversed,
      c.subject_kind = 'member' as is_about_members,
      d.action in ('hide', 'remove-all') and exists (
        select from moderation_case_items i
        where i.case_id = c.id and i.kind = 'member' and i.item_id <> a.member_id and i.cleared_at is null) as is_one_of_several,
      a.answered_at is not null as is_answered, ${canAnswer(tx, member)} as can_answer
    from appeals a join moderation_decisions d on d.id = a.decision_id join moderation_cases c on c.id = d.case_id
    join users author on author.id = a.member_id
    where a.id = ${id} and ${canSeeCase(tx, member)} for no key update of a`
  return row ?? null
}

export const updateAnswer = (
  tx: AnySql,
  id: number,
  { memberId, answer, isGranted }: { memberId: number; answer: string; isGranted: boolean },
) => tx`
  update appeals set answer = ${answer}, is_granted = ${isGranted}, answered_by = ${memberId}, answered_at = now() where id = ${id}`

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
