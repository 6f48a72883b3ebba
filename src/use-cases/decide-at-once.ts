import { HttpError } from '#core/http-error.ts'
import type { Actor } from '#features/admin/server/audit-query.ts'
import type { Decision } from '#features/moderation/contract.ts'
import type { DecisionAction } from '#features/moderation/contract-values.ts'
import { findOrOpenCase, type SubjectKey } from '#features/moderation/server/case-query.ts'
import type { AnySql } from '#server/database/connect.ts'
import { decideOpenCase } from './decide-case.ts'
import { findSubject } from './moderated-subjects.ts'

/**
 * Decides about something without a report, in the caller's transaction, which has locked it: joins the open case about
 * it or opens one, and closes it. Only admins see the case of something that only some people can read, because nobody
 * has reported it. The actor's words explain it; `rule` is a reason of the operator's list, or ''.
 */
export const decideAtOnce = async (
  tx: AnySql,
  actor: Actor,
  key: SubjectKey,
  action: DecisionAction,
  rule = '',
): Promise<Decision> => {
  const subject = await findSubject(tx, null, key)
  if (!subject) throw new HttpError('subject-not-found')
  const id = await findOrOpenCase(tx, key.kind, subject, {
    source: 'staff',
    isForAdmins: subject.isPrivate,
  })
  const decision = { action, reason: rule, words: actor.reason, isLegal: false }
  const row = { id, kind: key.kind, subjectId: key.id, version: key.version }
  return decideOpenCase(tx, actor, row, decision, { isDirect: true })
}
