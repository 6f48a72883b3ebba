import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import { APPEAL_DAYS, type SubjectKind } from '../contract-values.ts'

/** An SQL condition that the time for an appeal of the decision `d`, which is in force, is over, and no appeal waits. */
const isFinal = (sql: AnySql): SqlFragment => sql`(
  d.reversed_at is null and d.created_at < now() - ${APPEAL_DAYS}::integer * interval '1 day'
    and not exists (select from appeals a where a.decision_id = d.id and a.answered_at is null))`

/** An SQL condition that a subject, whose id is an SQL expression, has been removed by a decision that nobody can appeal any longer. */
const isFinallyRemoved = (sql: AnySql, kind: SubjectKind, id: SqlFragment): SqlFragment => sql`exists (
  select from moderation_cases c join moderation_decisions d on d.case_id = c.id
  where c.subject_kind = ${kind}::text and c.subject_id = ${id} and d.action = 'remove' and ${isFinal(sql)})`

/**
 * Lists up to `max` removed comments whose texts are kept, although nobody can appeal any longer. What reports have hidden
 * waits for a decision.
 */
export const selectFinallyRemovedComments = async (tx: AnySql, max: number): Promise<number[]> => {
  const rows = await tx<{ id: number }[]>`
    select r.comment_id as id from restricted_comments r
    where ${isFinallyRemoved(tx, 'comment', tx`r.comment_id`)}
      or exists (
        select from moderation_case_items i join moderation_decisions d on d.case_id = i.case_id
        where i.kind = 'comment' and i.item_id = r.comment_id and d.action = 'remove-all' and ${isFinal(tx)})
    order by r.comment_id limit ${max}`
  return rows.map(({ id }) => id)
}

type VersionKey = { postId: number; number: number }

/** Lists up to `max` withdrawn versions that nobody can give back any longer. */
export const selectFinallyWithdrawnVersions = (tx: AnySql, max: number) => tx<VersionKey[]>`
  select v.post_id, v.number from post_versions v
  where v.is_withdrawn and exists (
    select from moderation_cases c join moderation_decisions d on d.case_id = c.id
    where c.subject_kind = 'version' and c.subject_id = v.post_id and c.subject_version = v.number
      and d.action = 'withdraw-version' and ${isFinal(tx)})
  order by v.post_id, v.number limit ${max}`

/** Lists up to `max` removed suggested edits that nobody can give back any longer, with their posts. */
export const selectFinallyRemovedEdits = (tx: AnySql, max: number) => tx<{ id: number; postId: number }[]>`
  select e.id, e.post_id from suggested_edits e
  where e.is_restricted and ${isFinallyRemoved(tx, 'suggested-edit', tx`e.id`)} order by e.id limit ${max}`

/** Lists up to `max` removed collections that nobody can give back any longer. */
export const selectFinallyRemovedCollections = async (tx: AnySql, max: number): Promise<number[]> => {
  const rows = await tx<{ id: number }[]>`
    select l.id from collections l
    where l.restricted_visibility is not null and ${isFinallyRemoved(tx, 'collection', tx`l.id`)} order by l.id limit ${max}`
  return rows.map(({ id }) => id)
}

/** Deletes the texts of up to `max` removed results, which their decisions keep. Returns the number. */
export const forgetRemovedResults = async (tx: AnySql, max: number): Promise<number> =>
  (
    await tx`
      update moderation_decisions set before = before - 'texts' where id in (
        select d.id from moderation_decisions d where d.action = 'remove' and d.before ? 'texts' and ${isFinal(tx)} limit ${max})`
  ).count
