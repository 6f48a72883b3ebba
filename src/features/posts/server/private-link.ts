import { randomBytes } from 'node:crypto'
import { HttpError } from '#core/http-error.ts'
import { paths } from '#core/paths.ts'
import type { Member } from '#core/viewer.ts'
import type { Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import { can } from '../policy.ts'
import { selectPostOwner } from './post-query.ts'
import { updatePrivateId } from './store.ts'

/** Returns the secret part of a private link: 128 random bits. */
export const generatePrivateId = (): string => randomBytes(16).toString('base64url')

/**
 * Gives a private post a new link. As soon as the transaction commits, the old link returns 404, and members
 * who had opened it lose access to the post; their comments and bookmarks are not deleted. Throws 404 if the
 * member cannot see the post, 403 if it is someone else's, and 400 if it is public.
 */
export const renewPrivateLink = async (
  sql: Sql,
  member: Member,
  id: number,
): Promise<{ privateId: string; url: string }> => {
  const ownership = await selectPostOwner(sql, member, id)
  if (!ownership) throw new HttpError('post-not-found')
  if (ownership.userId !== member.id) throw new HttpError('not-allowed')
  if (!can.renewLink(member, ownership)) throw new HttpError('post-not-private')
  const privateId = generatePrivateId()
  const isReplaced = await retryOnConflict(() => sql.begin((tx) => updatePrivateId(tx, id, privateId)))
  if (!isReplaced) throw new HttpError('post-not-found')
  return { privateId, url: paths.post({ id, isPrivate: true, privateId }) }
}
