import { queryOptions, useQuery } from '@tanstack/react-query'
import {
  type CurrentUser,
  getAdminCode,
  getMe,
  getSignInSettings,
  listSessions,
} from '#features/identity/contract.ts'
import { CallError, call } from '#web/call.ts'

const STALE_MS = 5 * 60_000

/** The signed-in member; null for a visitor (docs/spec/api.md#authentication). */
export const currentUserQuery = queryOptions({
  queryKey: ['current-user'],
  queryFn: (): Promise<CurrentUser | null> => call(getMe, {}).catch(nullOn401),
  staleTime: STALE_MS,
  refetchOnWindowFocus: true,
})

/** The provider's sign-in settings; they are the same for everyone and never change. */
export const signInSettingsQuery = queryOptions({
  queryKey: ['sign-in-settings'],
  queryFn: () => call(getSignInSettings, {}),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The member's active sessions. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: () => call(listSessions, {}),
})

/** Whether the site accepts the admin code from the server log. */
export const adminCodeQuery = queryOptions({
  queryKey: ['admin-code'],
  queryFn: () => call(getAdminCode, {}),
})

/** Every page's loader fetches the current user, so it is available from the first render on. */
export const useCurrentUser = (): CurrentUser | null => useQuery(currentUserQuery).data ?? null

const nullOn401 = (error: unknown): null => {
  if (error instanceof CallError && error.status === 401) return null
  throw error
}
