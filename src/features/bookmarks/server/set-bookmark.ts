import type { Member } from '#core/viewer.ts'
import { lockPost } from '#features/posts/server/access-query.ts'
import { participationError } from '#features/posts/server/visibility-query.ts'
import type { Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import type { Bookmark } from '../contract.ts'
import * as store from './store.ts'

/**
 * Adds or removes a bookmark and returns the result. Repeating the request changes nothing. Throws 404 if the
 * member cannot see the post.
 */
export const setBookmark = (
  sql: Sql,
  member: Member,
  postId: number,
  isBookmarked: boolean,
): Promise<Bookmark> =>
  retryOnConflict(() =>
    sql.begin(async (tx) => {
      const post = await lockPost(tx, member, postId)
      if (!post) throw await participationError(tx, member, postId, 'post-not-found')
      const write = isBookmarked ? store.insertBookmark : store.deleteBookmark
      const isChanged = await write(tx, member, postId)
      return { isBookmarked, bookmarkCount: post.bookmarkCount + (isChanged ? (isBookmarked ? 1 : -1) : 0) }
    }),
  )
