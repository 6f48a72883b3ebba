import type { AnySql, SqlFragment } from '#server/database/connect.ts'

/**
 * Adds totals (see `sumContributions` in the members feature) to the comments' scores and returns the new
 * scores. Comments whose score does not change are not updated. The fragment can be used as a statement or as
 * part of a larger one.
 */
export const incrementCommentScores = (sql: AnySql, totals: SqlFragment): SqlFragment => sql`
  update comments c set score = c.score + t.score from (${totals}) t
  where c.id = t.comment_id and t.score <> 0
  returning c.score`
