import { limits } from '#core/limits.ts'
import { apiQueryFn } from '#web/api-client.ts'
import { entityTraversal, infiniteDataTraversal, listTraversal } from '#web/entities.ts'
import { pagedQuery } from '#web/list/paged-query.ts'
import { defineQueryKey } from '#web/query-key.ts'
import type { BookmarkedPost, listBookmarks } from '../contract.ts'
import { encodeBookmarkCursor } from '../contract-values.ts'

export const bookmarksQueryKey = defineQueryKey('bookmarks', {
  entities: infiniteDataTraversal<BookmarkedPost[]>(listTraversal(entityTraversal('post'))),
  invalidatedBy: { posts: 'none' },
})

/** The member's bookmarks, newest first. If `q` is not empty, includes only posts that match it. */
export const bookmarksQuery = (q: string) =>
  pagedQuery(
    bookmarksQueryKey(q),
    (after) =>
      apiQueryFn<typeof listBookmarks>('GET /api/user/bookmarks', {
        query: { limit: limits.pageSize, ...(q ? { q } : {}), ...(after ? { after } : {}) },
      }),
    (page) => {
      const last = page.at(-1)
      return last && page.length >= limits.pageSize ? encodeBookmarkCursor(last) : undefined
    },
  )
