import { HttpError } from '#core/http-error.ts'
import type { Member } from '#core/viewer.ts'
import { insertAppeal } from '#features/moderation/server/appeals-query.ts'
import { selectStatement } from '#features/moderation/server/statements-query.ts'
import type { Sql } from '#server/database/connect.ts'

/**
 * Appeals a decision about the member, once. Throws 404 if it is not about them, and 409 if there is an appeal already, the
 * time for one is over, or the decision has been undone.
 */
export const appealDecision = async (sql: Sql, member: Member, id: number, words: string): Promise<void> => {
  const statement = await selectStatement(sql, member, id)
  if (!statement?.isOwn) throw new HttpError('decision-not-found')
  if (statement.appeal) throw new HttpError('already-appealed')
  if (statement.reversedAt) throw new HttpError('decision-reversed')
  if (!statement.isInTime) throw new HttpError('appeal-too-late')
  const isStored = await insertAppeal(sql, { decisionId: id, memberId: member.id, words })
  if (!isStored) throw new HttpError('already-appealed')
}
