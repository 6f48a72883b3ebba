import { queryOptions } from '@tanstack/react-query'
import { limits } from '#core/limits.ts'
import { getNextFeedCursor } from '#features/feeds/web/queries.ts'
import { apiQueryFn, type QueryCall } from '#web/api-client.ts'
import { entityTraversal, fieldTraversal, infiniteDataTraversal, listTraversal } from '#web/entities.ts'
import { pagedQuery } from '#web/list/paged-query.ts'
import { defineQueryKey } from '#web/query-key.ts'
import type { checkUsername, getProfile, Profile } from '../contract.ts'
import type { listFollowedMembers, listRecentlyFollowedMembers } from '../contract-follows.ts'

declare module '#web/entities.ts' {
  interface Entities {
    member: Profile
  }
}

const profileKey = defineQueryKey('profile', {
  entities: infiniteDataTraversal<Profile>(
    entityTraversal('member', fieldTraversal('posts', listTraversal(entityTraversal('post')))),
  ),
  shows: 'member',
  invalidatedBy: { stats: 'none' },
})

/**
 * Fetches a profile with its posts or remixes, page by page. `firstCursor` is the cursor of the first page to fetch.
 */
export const profileQuery = (username: string, firstCursor = '', hasOnlyRemixes = false) =>
  pagedQuery(
    hasOnlyRemixes ? profileKey(username.toLowerCase(), 'remixes') : profileKey(username.toLowerCase()),
    (after): QueryCall<Profile> =>
      apiQueryFn<typeof getProfile>('GET /api/users/:username', {
        params: { username },
        query: {
          limit: limits.pageSize,
          ...(after ? { after } : {}),
          ...(hasOnlyRemixes ? { remixes: 'true' } : {}),
        },
      }),
    (page) => getNextFeedCursor(page.posts),
    firstCursor,
  )

const followedMembersKey = defineQueryKey('followed-members')

/** Fetches the members whom the current user follows. */
export const followedMembersQuery = queryOptions({
  queryKey: followedMembersKey(),
  queryFn: apiQueryFn<typeof listFollowedMembers>('GET /api/user/followed-members', {}),
})

const recentlyFollowedMembersKey = defineQueryKey('recently-followed-members')

/** Fetches the members whom the current user followed last, for the sidebar. */
export const recentlyFollowedMembersQuery = queryOptions({
  queryKey: recentlyFollowedMembersKey(),
  queryFn: apiQueryFn<typeof listRecentlyFollowedMembers>('GET /api/user/recently-followed-members', {}),
})

const usernameAvailabilityKey = defineQueryKey('username-availability')

/** Fetches whether the current user could choose this valid username. */
export const usernameAvailabilityQuery = (username: string) =>
  queryOptions({
    queryKey: usernameAvailabilityKey(username),
    queryFn: apiQueryFn<typeof checkUsername>('GET /api/profile/username', { query: { username } }),
    retry: false,
  })
