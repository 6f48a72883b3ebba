import { type Actor, recordAuditEvent } from '#features/admin/server/audit-query.ts'
import { insertModerationNotice } from '#features/admin/server/moderation-notice-query.ts'
import { publishMemberChange } from '#features/notifications/server/notify-query.ts'
import type { AnySql } from '#server/database/connect.ts'

/** Records that an admin has removed content, and creates a moderation notice for its author, unless it was their own. */
export const recordRemoval = async (
  tx: AnySql,
  actor: Actor,
  kind: 'post' | 'comment',
  content: Parameters<typeof insertModerationNotice>[2] & { id: number },
): Promise<void> => {
  const { id, userId, excerpt } = content
  if (userId !== actor.id) {
    await insertModerationNotice(tx, kind, content, actor.reason)
    await publishMemberChange(tx, userId)
  }
  await recordAuditEvent(tx, actor, {
    action: `remove-${kind}`,
    target: { id, name: excerpt },
    before: { excerpt, userId },
  })
}
