import { HttpError } from '#core/http-error.ts'
import { paths } from '#core/paths.ts'
import { countCharacters } from '#core/text.ts'
import type { AnySql } from '#server/database/connect.ts'
import * as store from './store.ts'

/**
 * Comments of at least this many characters are checked for duplicates. Shorter comments, such as a
 * thank-you, can be repeated.
 */
const MIN_COMPARED_LENGTH = 30

/**
 * Throws 409 with the path of the existing comment if the member has posted this text on a public post within
 * the last day. Ignores the comment `exceptId`, which is being edited.
 */
export const requireNewText = async (
  tx: AnySql,
  userId: number,
  content: string,
  exceptId: number | null = null,
): Promise<void> => {
  if (countCharacters(content) < MIN_COMPARED_LENGTH) return
  await store.lockCommentTexts(tx, userId)
  const existing = await store.selectDuplicateComment(tx, userId, content, exceptId)
  if (!existing) return
  throw new HttpError('duplicate-comment', { conflictUrl: paths.comment(existing.post, existing.id) })
}
