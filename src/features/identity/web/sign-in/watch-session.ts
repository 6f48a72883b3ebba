import type { getCurrentUser } from '#core/current-user.ts'
import { ApiError, callApi, onForbidden, onRecentSignInRequired, onUnauthorized } from '#web/api-client.ts'
import { currentUserQuery } from '#web/current-user.ts'
import { closeSignInDialog, requestReauthentication } from '#web/sign-in-request.ts'
import type { PageContext } from '../use-page-context.ts'
import { clearStoredTokens } from './clear-stored-tokens.ts'
import { clearCurrentUser, refetchCurrentUser, refetchPage } from './refetch-current-user.ts'
import { subscribeToSessionChanges } from './tab-channel.ts'

/**
 * Handles a 401 response to a member's request. A write waits for the person to sign in again and is then retried,
 * provided that the same person has signed in. A read fails and is refetched with the rest of the page. A hidden tab
 * opens no dialog until it becomes visible. After the person has declined, later 401 responses, for example
 * to the save of a draft, open no dialog until somebody signs in.
 */
const handleUnauthorized = ({ queryClient }: PageContext) => {
  let hasDeclined = false
  const reauthenticate = async (id: number, reason: 'expired' | 'confirm' = 'expired'): Promise<boolean> => {
    const isSignedIn = await requestReauthentication(reason)
    if (!isSignedIn && reason === 'expired') {
      hasDeclined = true
      await queryClient.invalidateQueries(currentUserQuery)
    }
    return isSignedIn && queryClient.getQueryData(currentUserQuery.queryKey)?.id === id
  }
  let deferredUserId: number | null = null
  const onVisibilityChange = async () => {
    const id = deferredUserId
    if (document.hidden || id === null) return
    deferredUserId = null
    // The person may have signed in again in another tab in the meantime.
    const isUnauthorized = await callApi<typeof getCurrentUser>('GET /api/auth/me', {}).then(
      () => false,
      (error: unknown) => {
        if (error instanceof ApiError && error.status === 401) return true
        // Without an answer, the check is repeated when the tab becomes visible again.
        deferredUserId = id
        return false
      },
    )
    if (isUnauthorized) await reauthenticate(id)
  }
  document.addEventListener('visibilitychange', onVisibilityChange)
  let lastUserId = queryClient.getQueryData(currentUserQuery.queryKey)?.id
  const stopFollowing = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    if (event.query.queryKey[0] !== currentUserQuery.queryKey[0]) return
    const user = queryClient.getQueryData(currentUserQuery.queryKey)
    if (user) hasDeclined = false
    // `manual` is a sign-out in this browser; then nobody is asked to sign in again.
    if (user || event.action.manual) lastUserId = user?.id
  })
  const onUnauthorized = async (isRead: boolean): Promise<boolean> => {
    if (hasDeclined) return false
    const id = queryClient.getQueryData(currentUserQuery.queryKey)?.id
    if (isRead) {
      if (id === undefined) return false
      if (document.hidden) deferredUserId = id
      else void reauthenticate(id)
      return false
    }
    // Returning to the tab refetches the current user, so a write can find that the session has already ended.
    return lastUserId === undefined ? false : reauthenticate(lastUserId)
  }
  /**
   * Asks the person to sign in again for a request that requires a recent sign-in. Returns true if the same
   * person has signed in again, in which case the request is retried.
   */
  const onSignInTooOld = async (): Promise<boolean> => {
    const user = queryClient.getQueryData(currentUserQuery.queryKey)
    return user ? reauthenticate(user.id, 'confirm') : false
  }
  const stop = () => {
    document.removeEventListener('visibilitychange', onVisibilityChange)
    stopFollowing()
  }
  return { onUnauthorized, onSignInTooOld, stop }
}

/** Follows changes to the session in other tabs and on the server. Returns a function that stops watching. */
export const watchSession = (context: PageContext): (() => void) => {
  const stopTabs = subscribeToSessionChanges(async (change) => {
    if (change.to === 'signed-in') {
      const { replayToken } = await import('./replay-token.ts')
      // If replaying the token fails, nothing is lost: the cookie, which all tabs share, decides who is
      // signed in.
      await replayToken(context, change.oidcUser).catch(() => {})
      const user = await refetchCurrentUser(context)
      if (user) closeSignInDialog(true)
      await refetchPage(context)
      return
    }
    clearStoredTokens()
    await clearCurrentUser(context)
  })
  const unauthorized = handleUnauthorized(context)
  onUnauthorized(unauthorized.onUnauthorized)
  onRecentSignInRequired(unauthorized.onSignInTooOld)
  // A 403 may mean that the member was muted or is no longer an admin, so the current user is refetched.
  onForbidden(() => void context.queryClient.invalidateQueries(currentUserQuery))
  return () => {
    stopTabs()
    unauthorized.stop()
    onUnauthorized(null)
    onRecentSignInRequired(null)
    onForbidden(null)
  }
}
