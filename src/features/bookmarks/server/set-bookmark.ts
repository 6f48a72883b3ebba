import type { Member } from '#core/viewer.ts'
import type { Bookmark } from '#features/bookmarks/contract.ts'
import { messages } from '#features/posts/contract.ts'
import { cannotTakePart } from '#features/visibility/server/can-see-query.ts'
import type { Sql } from '#server/database/connect.ts'
import { retryOnClash } from '#server/database/retry-on-clash.ts'
import * as store from './store.ts'

/**
 * Adds or removes a bookmark and returns the result. Repeating it changes nothing. Throws 404 if the member
 * cannot see the post.
 */
export const setBookmark = (
  sql: Sql,
  member: Member,
  postId: number,
  isBookmarked: boolean,
): Promise<Bookmark> =>
  retryOnClash(() =>
    sql.begin(async (tx) => {
      const count = await store.holdPost(tx, member, postId)
      if (count === null) throw await cannotTakePart(tx, member, postId, messages.notFound)
      const write = isBookmarked ? store.addBookmark : store.removeBookmark
      const isChanged = await write(tx, member, postId)
      return { isBookmarked, bookmarkCount: count + (isChanged ? (isBookmarked ? 1 : -1) : 0) }
    }),
  )
