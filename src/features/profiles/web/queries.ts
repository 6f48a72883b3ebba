import { limits } from '#core/limits.ts'
import { pagedQuery } from '#features/feeds/web/paged-query.ts'
import { nextAnchor } from '#features/feeds/web/queries.ts'
import { getProfile, type Profile } from '#features/profiles/contract.ts'
import { call } from '#web/call.ts'

/** A profile with its posts in pages. `firstCursor` is the cursor of the first page to fetch. */
export const profileQuery = (username: string, firstCursor = '') =>
  pagedQuery(
    ['profile', username.toLowerCase()],
    (after): Promise<Profile> =>
      call(getProfile, {
        params: { username },
        query: { limit: limits.page, ...(after ? { after } : {}) },
      }),
    (page) => nextAnchor(page.posts),
    firstCursor,
  )
