import { type BulkResult, toBulkResult } from '#core/bulk-schemas.ts'
import type { Member } from '#core/viewer.ts'
import type { Bookmark } from '#features/bookmarks/contract.ts'
import * as store from '#features/bookmarks/server/store.ts'
import { lockMemberRows } from '#features/members/server/member-counters-query.ts'
import { lockPostRow, lockPostsForMember } from '#features/posts/server/access-query.ts'
import { findParticipationError } from '#features/posts/server/visibility-query.ts'
import type { Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'

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
      const post = await lockPostRow(tx, member, postId)
      if (!post) throw await findParticipationError(tx, member, postId, 'post-not-found')
      const isChanged = isBookmarked
        ? await store.insertBookmark(tx, member, postId)
        : await store.deleteBookmarks(tx, member, [postId])
      return { isBookmarked, bookmarkCount: post.bookmarkCount + (isChanged ? (isBookmarked ? 1 : -1) : 0) }
    }),
  )

/** Removes bookmarks in one transaction. Posts that the member cannot interact with are reported as not found. */
export const removeBookmarks = (sql: Sql, member: Member, ids: number[]): Promise<BulkResult> =>
  retryOnConflict(() =>
    sql.begin(async (tx) => {
      const posts = await lockPostsForMember(tx, member, ids)
      const seen = posts.map(({ id }) => id)
      await lockMemberRows(
        tx,
        posts.map(({ userId }) => userId),
      )
      await store.deleteBookmarks(tx, member, seen)
      return toBulkResult(ids, seen, () => 'post-not-found')
    }),
  )
