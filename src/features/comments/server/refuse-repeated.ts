import { conflict } from '#core/failure.ts'
import { paths } from '#core/paths.ts'
import { countCharacters } from '#core/text.ts'
import { messages } from '#features/comments/contract.ts'
import type { AnySql } from '#server/database/connect.ts'
import * as store from './store.ts'

/** Shorter texts, such as thanks, may be repeated. */
const MIN_COMPARED_LENGTH = 30

/**
 * Throws 409 with the path of the existing comment if the member has posted this text on a public post within
 * the last day. Ignores the comment `exceptId`, which is being edited.
 */
export const refuseRepeated = async (
  tx: AnySql,
  userId: number,
  content: string,
  exceptId: number | null = null,
): Promise<void> => {
  if (countCharacters(content) < MIN_COMPARED_LENGTH) return
  const existing = await store.findSameComment(tx, userId, content, exceptId)
  if (!existing) return
  throw conflict(messages.again, { conflictUrl: paths.comment(existing.post, existing.id) })
}
