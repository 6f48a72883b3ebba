import { HttpError } from '#core/http-error.ts'
import type { ModeratedSubject } from '#core/moderated-subject.ts'
import type { Member } from '#core/viewer.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import type { Decision } from '../contract.ts'
import type { DecisionAction, ModeratorRole, SubjectKind } from '../contract-values.ts'
import { type CaseRow, canSeeCase, type SubjectKey } from './case-query.ts'
import { insertModeratedText } from './moderated-texts-query.ts'

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

/** What a decision is about. */
type DecidedSubject = { kind: SubjectKind; subject: ModeratedSubject }

/** The SQL columns of a `Decision`, from `moderation_decisions d`. */
export const decisionColumns = (sql: AnySql): SqlFragment => sql`
  d.id, d.case_id, d.action, d.reason, d.words, d.is_legal, d.ends_at, d.moderator_name as moderator, d.moderator_role, d.created_at,
  d.reversed_at, d.reversal_words`

/**
 * Stores a decision and, with `about`, what its subject said. What is private is stored for admins, unless it is what was
 * reported, because the moderator may have decided without reading it.
 */
export const insertDecision = async (
  tx: AnySql,
  decision: NewDecision,
  about?: DecidedSubject | undefined,
): Promise<Decision> => {
  const { moderator } = decision
  const storedText = about
    ? tx`with stored_text as (${insertModeratedText(
        tx,
        about.kind,
        about.subject,
        tx`(${about.subject.isPrivate} or (select is_for_admins from moderation_cases where id = ${decision.caseId}))`,
      )})`
    : tx``
  const [row] = await tx<Decision[]>`
    ${storedText}
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

/** Returns whether moderators have withdrawn a version of a post, and nobody has undone it. */
export const isWithdrawnByDecision = async (
  sql: AnySql,
  { id, version }: Pick<SubjectKey, 'id' | 'version'>,
): Promise<boolean> =>
  (
    await sql`
      select from moderation_decisions d join moderation_cases c on c.id = d.case_id
      where c.subject_kind = 'version' and c.subject_id = ${id} and c.subject_version = ${version}
        and d.action = 'withdraw-version' and d.reversed_at is null limit 1`
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
