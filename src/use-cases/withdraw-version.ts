import { HttpError } from '#core/http-error.ts'
import type { Member } from '#core/viewer.ts'
import { lockPostRows } from '#features/posts/server/access-query.ts'
import { requirePost } from '#features/posts/server/post-query.ts'
import { withdrawRelease } from '#features/skills/server/releases-query.ts'
import type { Sql } from '#server/database/connect.ts'
import { removeContent } from './remove-content.ts'

type Withdrawal = { postId: number; version: number; reason: string; rule: string }

/**
 * Withdraws a version of a skill, as its author or an admin, so that nobody can install it any longer. It stays in the
 * list with the author's reason. What an admin withdraws is a decision with a statement for the author, as of any version
 * of a post. Throws 404 if there is no such version, or if it is withdrawn already.
 */
export const withdrawVersion = async (
  sql: Sql,
  member: Member,
  { postId, version, reason, rule }: Withdrawal,
): Promise<void> => {
  const post = await requirePost(sql, member, postId)
  if (post.userId !== member.id) {
    if (!member.isAdmin) throw new HttpError('not-allowed')
    return removeContent(sql, { ...member, reason }, { kind: 'version', id: String(postId), version }, rule)
  }
  await sql.begin(async (tx) => {
    await lockPostRows(tx, [postId])
    if ((await withdrawRelease(tx, postId, version, reason)) === null) throw new HttpError('skill-not-found')
  })
}
