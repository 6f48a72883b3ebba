import { queryOptions, useQuery } from '@tanstack/react-query'
import {
  type CurrentUser,
  getAdminCode,
  getMe,
  getSignInSettings,
  listSessions,
} from '#features/identity/contract.ts'
import { CallError, call } from '#web/call.ts'

const FIVE_MINUTES = 5 * 60_000

/** The signed-in member; null for a visitor (section 7). */
export const currentUserQuery = queryOptions({
  queryKey: ['current-user'],
  queryFn: (): Promise<CurrentUser | null> => call(getMe, {}).catch(noneFor401),
  staleTime: FIVE_MINUTES,
  refetchOnWindowFocus: true,
})

/** Where one signs in; the same for everyone. */
export const signInSettingsQuery = queryOptions({
  queryKey: ['sign-in-settings'],
  queryFn: () => call(getSignInSettings, {}),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Where the member is signed in. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: () => call(listSessions, {}),
})

/** Whether the site takes the code that it printed at its start. */
export const adminCodeQuery = queryOptions({
  queryKey: ['admin-code'],
  queryFn: () => call(getAdminCode, {}),
})

/** Every page's loader has it, so it is known from the first render on. */
export const useCurrentUser = (): CurrentUser | null => useQuery(currentUserQuery).data ?? null

const noneFor401 = (error: unknown): null => {
  if (error instanceof CallError && error.status === 401) return null
  throw error
}
