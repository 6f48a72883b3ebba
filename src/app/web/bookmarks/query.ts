import { limits } from '#core/limits.ts'
import { bookmarkAnchorOf, listBookmarks } from '#features/bookmarks/contract.ts'
import { pagedQuery } from '#features/feeds/web/paged-query.ts'
import { call } from '#web/call.ts'

/** The member's bookmarks, newest first; with `q`, those that match the search. */
export const bookmarksQuery = (q: string) =>
  pagedQuery(
    ['bookmarks', q],
    (after) =>
      call(listBookmarks, {
        query: { limit: limits.page, ...(q ? { q } : {}), ...(after ? { after } : {}) },
      }),
    (page) => {
      const last = page.at(-1)
      return last && page.length >= limits.page ? bookmarkAnchorOf(last) : undefined
    },
  )
