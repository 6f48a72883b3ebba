import { HttpError } from '#core/http-error.ts'
import type { LockedPostFields, PostChanges } from '#features/posts/server/post-fields-query.ts'
import { selectRemovedCopy } from '#features/posts/server/removed-prompts-query.ts'
import type { AnySql } from '#server/database/connect.ts'

/**
 * Checks the new prompt of a locked post that readers see, or will see when its restriction ends. Throws 409 if it is a
 * copy of a prompt by the same author that moderators have removed. Returns the post's id if it is one of somebody
 * else, so that it waits for a look; see `delayPosts`.
 */
export const requireNotRemoved = async (
  tx: AnySql,
  before: LockedPostFields,
  { prompt }: PostChanges,
): Promise<number[]> => {
  const isPrivate = before.isPrivate && before.restriction === null
  if (isPrivate || prompt === undefined || prompt === before.prompt) return []
  const copy = await selectRemovedCopy(tx, before.userId, prompt)
  if (copy === 'own') throw new HttpError('removed-prompt')
  return copy === null ? [] : [before.id]
}
