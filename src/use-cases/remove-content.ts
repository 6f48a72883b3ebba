import type { ErrorCode } from '#core/error-codes.ts'
import { HttpError } from '#core/http-error.ts'
import type { Actor } from '#features/admin/server/audit-query.ts'
import type { SubjectReference } from '#features/moderation/contract-reports.ts'
import { hasInstallableRelease } from '#features/skills/server/releases-query.ts'
import type { Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import { decideAtOnce } from './decide-at-once.ts'
import { findReferredSubject, findSubject, lockSubject } from './moderated-subjects.ts'
import { requireReason } from './report-content.ts'

const removable = {
  collection: { action: 'remove', missing: 'collection-not-found' },
  'suggested-edit': { action: 'remove', missing: 'suggested-edit-not-found' },
  version: { action: 'withdraw-version', missing: 'skill-not-found' },
} as const satisfies Record<string, { action: 'remove' | 'withdraw-version'; missing: ErrorCode }>

type RemovableReference = SubjectReference & { kind: keyof typeof removable }

/**
 * Removes somebody else's collection or suggested edit, or withdraws a version of their skill, as an admin. This is a
 * decision with a statement for its author, who can appeal. Throws 404 if it does not exist or is removed, 403 for the
 * admin's own, and 400 for a rule that is not in the operator's list.
 */
export const removeContent = async (
  sql: Sql,
  actor: Actor,
  reference: RemovableReference,
  rule: string,
): Promise<void> => {
  if (rule !== '') await requireReason(sql, rule, 'rule')
  const { action, missing } = removable[reference.kind]
  const found = await findReferredSubject(sql, null, reference)
  if (!found) throw new HttpError(missing)
  if (found.authorId === actor.id) throw new HttpError('own-subject')
  const key = { kind: reference.kind, id: found.id, version: found.version }
  await retryOnConflict(() =>
    sql.begin(async (tx) => {
      await lockSubject(tx, key, found.postId)
      if (!(await findSubject(tx, null, key))?.isVisible) throw new HttpError(missing)
      // The current version of a skill stays visible when it cannot be installed any longer.
      if (key.kind === 'version' && !(await hasInstallableRelease(tx, key.id, key.version)))
        throw new HttpError(missing)
      await decideAtOnce(tx, actor, key, action, rule)
    }),
  )
}
