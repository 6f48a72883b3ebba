import { type QueryFilters, queryOptions } from '@tanstack/react-query'
import { createContext, use } from 'react'
import type { CurrentUser, getCurrentUser } from '#core/current-user.ts'
import { ApiError, callApi } from './api-client.ts'
import { defineQueryKey } from './query-key.ts'

const STALE_MS = 5 * 60_000

const currentUserKey = defineQueryKey('current-user')

/** Fetches the signed-in member; null for a visitor (docs/spec/api.md#authentication). */
export const currentUserQuery = queryOptions({
  queryKey: currentUserKey(),
  queryFn: ({ meta }): Promise<CurrentUser | null> =>
    callApi<typeof getCurrentUser>('GET /api/auth/me', {}, { meta }).catch(nullOn401),
  staleTime: STALE_MS,
  refetchOnWindowFocus: true,
})

/**
 * Matches every query except the one for the current user. The data of these queries often depends on the
 * current user.
 */
export const queriesExceptCurrentUser: Pick<QueryFilters, 'predicate'> = {
  predicate: ({ queryKey }) => queryKey[0] !== currentUserQuery.queryKey[0],
}

/** The current user provided by `CurrentUserProvider`; undefined outside of it. */
export const CurrentUserContext = createContext<CurrentUser | null | undefined>(undefined)

/** Returns the current user. Every page's loader fetches the user, so it is available from the first render. */
export const useCurrentUser = (): CurrentUser | null => {
  const user = use(CurrentUserContext)
  if (user === undefined) throw new Error('Used outside of CurrentUserProvider')
  return user
}

const nullOn401 = (error: unknown): null => {
  if (error instanceof ApiError && error.status === 401) return null
  throw error
}
