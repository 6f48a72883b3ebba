import { conflict } from '#core/failure.ts'
import { paths } from '#core/paths.ts'
import { countCharacters } from '#core/text.ts'
import { messages } from '#features/comments/contract.ts'
import type { AnySql } from '#server/database/connect.ts'
import * as store from './store.ts'

/** Shorter texts, such as thanks, may be said to many. */
const MIN_COMPARED = 30

/**
 * Throws 409, with the path of the first one, if the member has posted this text in public within the last
 * day; not for the comment `exceptId`, which is the one being edited.
 */
export const refuseRepeated = async (
  tx: AnySql,
  userId: number,
  content: string,
  exceptId: number | null = null,
): Promise<void> => {
  if (countCharacters(content) < MIN_COMPARED) return
  const first = await store.findSameComment(tx, userId, content, exceptId)
  if (!first) return
  throw conflict(messages.again, { conflictUrl: paths.comment(first.post, first.id) })
}
