import { limits } from '#core/limits.ts'
import { nextCursor } from '#features/feeds/web/queries.ts'
import { call } from '#web/api-client.ts'
import { registerStatsQuery } from '#web/invalidate-stats.ts'
import { pagedQuery } from '#web/list/paged-query.ts'
import { getProfile, type Profile } from '../contract.ts'

const KEY = 'profile'

registerStatsQuery({ queryKey: [KEY], refetchType: 'none' })

/** A profile with its posts, in pages. `firstCursor` is the cursor of the first page to fetch. */
export const profileQuery = (username: string, firstCursor = '') =>
  pagedQuery(
    [KEY, username.toLowerCase()],
    (after): Promise<Profile> =>
      call(getProfile, {
        params: { username },
        query: { limit: limits.pageSize, ...(after ? { after } : {}) },
      }),
    (page) => nextCursor(page.posts),
    firstCursor,
  )
