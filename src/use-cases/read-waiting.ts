import type { ModeratedSubject } from '#core/moderated-subject.ts'
import type { SubjectKind } from '#features/moderation/contract-values.ts'
import { type DecisionChange, isRemovedByDecision } from '#features/moderation/server/decisions-query.ts'
import { selectRestrictions } from '#features/posts/server/restrictions-query.ts'
import type { AnySql } from '#server/database/connect.ts'

/**
 * Returns how a post or a comment is hidden until a moderator decides whether readers see it, as a decision stores it; null
 * if it is not.
 */
export const readWaiting = async (
  sql: AnySql,
  kind: SubjectKind,
  { id, isVisible }: Pick<ModeratedSubject, 'id' | 'isVisible'>,
): Promise<DecisionChange | null> => {
  if (isVisible) return null
  if (kind === 'comment') return (await isRemovedByDecision(sql, { kind, id })) ? null : { wasRemoved: true }
  if (kind !== 'post') return null
  const [post] = await selectRestrictions(sql, [id])
  return post?.restriction === 'waiting' || post?.restriction === 'reported'
    ? { restriction: post.restriction }
    : null
}
