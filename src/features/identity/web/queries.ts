import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api-client.ts'
import { getAdminCodeStatus, getSignInSettings, listSessions } from '../contract.ts'

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
  queryFn: () => call(getAdminCodeStatus, {}),
})
