import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import { APPEAL_DAYS } from '../contract-values.ts'

/** An SQL condition that the time for an appeal of the decision `d`, which is in force, is over, and no appeal waits. */
const isFinal = (sql: AnySql): SqlFragment => sql`(
  d.reversed_at is null and d.created_at < now() - ${APPEAL_DAYS}::integer * interval '1 day'
    and not exists (select from appeals a where a.decision_id = d.id and a.answered_at is null))`

/**
 * Lists up to `max` removed comments whose texts are kept, although nobody can appeal any longer. What reports have hidden
 * waits for a decision.
 */
export const selectFinallyRemovedComments = async (tx: AnySql, max: number): Promise<number[]> => {
  const rows = await tx<{ id: number }[]>`
    select r.comment_id as id from restricted_comments r
    where exists (
        select from moderation_cases c join moderation_decisions d on d.case_id = c.id
        where c.subject_kind = 'comment' and c.subject_id = r.comment_id and d.action = 'remove' and ${isFinal(tx)})
      or exists (
        select from moderation_case_items i join moderation_decisions d on d.case_id = i.case_id
        where i.kind = 'comment' and i.item_id = r.comment_id and d.action = 'remove-all' and ${isFinal(tx)})
    order by r.comment_id limit ${max}`
  return rows.map(({ id }) => id)
}

/** Deletes the texts of up to `max` removed results, which their decisions keep. Returns the number. */
export const forgetRemovedResults = async (tx: AnySql, max: number): Promise<number> =>
  (
    await tx`
      update moderation_decisions set before = before - 'texts' where id in (
        select d.id from moderation_decisions d where d.action = 'remove' and d.before ? 'texts' and ${isFinal(tx)} limit ${max})`
  ).count
