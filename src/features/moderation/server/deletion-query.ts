import type { AnySql } from '#server/database/connect.ts'

/** What a case about the content of a deleted account is called. */
export const DELETED_EXCERPT = '[deleted]'

/**
 * Deletes what cases say of a member whose account is about to be deleted: the beginnings of their texts, the removed texts
 * of their results, and their name as a moderator. Decisions stay, because they are figures of the open log. Returns the
 * ids of the decisions about the member. The caller has locked the user.
 */
export const forgetMember = async (tx: AnySql, userId: number): Promise<number[]> => {
  const rows = await tx<{ id: number }[]>`
    with cases as (update moderation_cases set excerpt = ${DELETED_EXCERPT} where author_id = ${userId} returning id),
      names as (
        update moderation_decisions d set moderator_name = '' where moderator_id = ${userId} and not exists (
          select from cases where cases.id = d.case_id)
      ),
      notes as (update moderation_notes set author_name = '' where author_id = ${userId})
    update moderation_decisions d set before = d.before - 'texts' from cases where d.case_id = cases.id returning d.id`
  return rows.map(({ id }) => id)
}
