import { HttpError } from '#core/http-error.ts'
import type { Member } from '#core/viewer.ts'
import { recordAuditEvent } from '#features/admin/server/audit-query.ts'
import { lockPostRows } from '#features/posts/server/access-query.ts'
import { requirePost } from '#features/posts/server/post-query.ts'
import { withdrawRelease } from '#features/skills/server/releases-query.ts'
import type { Sql } from '#server/database/connect.ts'

type Withdrawal = { postId: number; version: number; reason: string }

/**
 * Withdraws a version of a skill, as its author or an admin, so that nobody can install it any longer. It stays in the
 * list with the reason. An admin's withdrawal is an audit event. Throws 404 if there is no such version, or if it is
 * withdrawn already.
 */
export const withdrawVersion = async (
  sql: Sql,
  member: Member,
  { postId, version, reason }: Withdrawal,
): Promise<void> => {
  const post = await requirePost(sql, member, postId)
  const isOwn = post.userId === member.id
  if (!isOwn && !member.isAdmin) throw new HttpError('not-allowed')
  await sql.begin(async (tx) => {
    await lockPostRows(tx, [postId])
    const name = await withdrawRelease(tx, postId, version, reason)
    if (name === null) throw new HttpError('skill-not-found')
    if (!isOwn)
      await recordAuditEvent(
        tx,
        { ...member, reason },
        {
          action: 'withdraw-skill',
          target: { id: postId, name: post.title },
          after: { version },
        },
      )
  })
}
