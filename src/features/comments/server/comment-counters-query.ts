import type { AnySql, Fragment } from '#server/database/connect.ts'

/**
 * Adds totals (`totalsPer` in the members feature) to the scores of comments. A comment whose score stays
 * the same is not written. Returns the new scores. The fragment is a statement, or a part of a larger one.
 */
export const addToComments = (sql: AnySql, totals: Fragment): Fragment => sql`
  update comments c set score = c.score + t.score from (${totals}) t
  where c.id = t.comment_id and t.score <> 0
  returning c.score`
