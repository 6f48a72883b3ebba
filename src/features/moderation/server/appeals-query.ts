import type { Member } from '#core/viewer.ts'
import { senderById } from '#features/members/server/profile-query.ts'
import { isMuted } from '#features/members/server/standing-query.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import type { StaffAppeal } from '../contract-statements.ts'
import { canSeeCase } from './case-query.ts'
import type { DecisionChange } from './decisions-query.ts'
import { statementColumns } from './statements-query.ts'

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
    where (o.is_admin or (o.is_moderator and not author.is_admin and not c.is_for_admins)) and not ${isMuted(sql, sql`o`)} and o.id not in (${id}, a.member_id))))`

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
