import { queryOptions } from '@tanstack/react-query'
import { apiQueryFn, callApi } from '#web/api-client.ts'
import { defineQueryKey } from '#web/query-key.ts'
import type { getAdminCodeStatus, getSignInSettings, listSessions } from '../contract.ts'
import type { listApiTokens } from '../contract-api-tokens.ts'
import type { listConnectedApplications, openConnectionRequest } from '../contract-applications.ts'
import type { listInvitations } from '../contract-invitations.ts'
import type { listSecondFactors } from '../contract-second-factors.ts'

const signInSettingsKey = defineQueryKey('sign-in-settings')
const sessionsKey = defineQueryKey('sessions')
const secondFactorsKey = defineQueryKey('second-factors')
const apiTokensKey = defineQueryKey('api-tokens')
const connectedApplicationsKey = defineQueryKey('connected-applications')
const connectionRequestKey = defineQueryKey('connection-request')
const adminCodeKey = defineQueryKey('admin-code')

/** The provider's sign-in settings; they are the same for everyone and never change. */
export const signInSettingsQuery = queryOptions({
  queryKey: signInSettingsKey(),
  queryFn: apiQueryFn<typeof getSignInSettings>('GET /api/auth/settings', {}),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The member's active sessions. */
export const sessionsQuery = queryOptions({
  queryKey: sessionsKey(),
  queryFn: apiQueryFn<typeof listSessions>('GET /api/user/sessions', {}),
})

/** The member's API tokens. */
export const apiTokensQuery = queryOptions({
  queryKey: apiTokensKey(),
  queryFn: apiQueryFn<typeof listApiTokens>('GET /api/user/tokens', {}),
})

/** The programs that act in the member's name. */
export const connectedApplicationsQuery = queryOptions({
  queryKey: connectedApplicationsKey(),
  queryFn: apiQueryFn<typeof listConnectedApplications>('GET /api/user/applications', {}),
})

/** What a program asks for. It is read in the browser only, which has the cookie of the request. */
export const connectionRequestQuery = (uid: string) =>
  queryOptions({
    queryKey: connectionRequestKey(uid),
    queryFn: () =>
      callApi<typeof openConnectionRequest>('POST /api/applications/requests/:uid', { params: { uid } }),
    retry: false,
  })

/** Fetches whether the site currently accepts an admin code, which the server writes to its log. */
export const adminCodeStatusQuery = queryOptions({
  queryKey: adminCodeKey(),
  queryFn: apiQueryFn<typeof getAdminCodeStatus>('GET /api/user/admin-code', {}),
})

/** The member's second factors, which only accounts at the embedded provider have. */
export const secondFactorsQuery = queryOptions({
  queryKey: secondFactorsKey(),
  queryFn: apiQueryFn<typeof listSecondFactors>('GET /api/user/second-factors', {}),
})

const invitationsKey = defineQueryKey('invitations')

export const invitationsQuery = queryOptions({
  queryKey: invitationsKey(),
  queryFn: apiQueryFn<typeof listInvitations>('GET /api/user/invitations', {}),
  staleTime: 0,
})
