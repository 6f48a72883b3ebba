import { HttpError } from '#core/http-error.ts'
import { type Actor, recordAuditEvent } from '#features/admin/server/audit-query.ts'
import {
  blockApplication,
  unblockApplication,
} from '#features/identity/server/applications/application-query.ts'
import type { Sql } from '#server/database/connect.ts'

/**
 * Blocks a program for all members, which ends its connections and tokens at once, or allows it again. Throws 404 for an
 * unknown program.
 */
export const setApplicationBlocked = (
  sql: Sql,
  actor: Actor,
  id: number,
  isBlocked: boolean,
): Promise<void> =>
  sql.begin(async (tx) => {
    const name = await (isBlocked ? blockApplication : unblockApplication)(tx, id)
    if (name === null) throw new HttpError('application-not-found')
    const action = isBlocked ? 'block-application' : 'allow-application'
    await recordAuditEvent(tx, actor, { action, target: { id, name } })
  })
