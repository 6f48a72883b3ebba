import { queryOptions, useQuery } from '@tanstack/react-query'
import { type CurrentUser, getCurrentUser } from '#core/current-user.ts'
import { CallError, call } from './api-client.ts'

const STALE_MS = 5 * 60_000

/** The signed-in member; null for a visitor (docs/spec/api.md#authentication). */
export const currentUserQuery = queryOptions({
  queryKey: ['current-user'],
  queryFn: (): Promise<CurrentUser | null> => call(getCurrentUser, {}).catch(nullOn401),
  staleTime: STALE_MS,
  refetchOnWindowFocus: true,
})

/** Every page's loader fetches the current user, so the user is available from the first render on. */
export const useCurrentUser = (): CurrentUser | null => useQuery(currentUserQuery).data ?? null

const nullOn401 = (error: unknown): null => {
  if (error instanceof CallError && error.status === 401) return null
  throw error
}
