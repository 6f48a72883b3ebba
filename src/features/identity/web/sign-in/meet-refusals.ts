import { getMe } from '#features/identity/contract.ts'
import { askToSignInAgain } from '#features/identity/web/ask-to-sign-in.ts'
import { currentUserQuery } from '#features/identity/web/queries.ts'
import { CallError, call } from '#web/call.ts'
import type { PageParts } from './page-parts.ts'

/**
 * Handles a 401 response to a member's request. A write waits for the person to sign in again and is then
 * retried if it is still the same person. A read fails and is refetched with the rest of the page. A hidden
 * tab opens no dialog until it becomes visible.
 */
export const meetRefusals = ({ queryClient }: PageParts) => {
  const reauthenticate = async (id: number, reason: 'expired' | 'confirm' = 'expired'): Promise<boolean> => {
    const isSignedIn = await askToSignInAgain(reason)
    if (!isSignedIn && reason === 'expired') await queryClient.invalidateQueries(currentUserQuery)
    return isSignedIn && queryClient.getQueryData(currentUserQuery.queryKey)?.id === id
  }
  let deferredUserId: number | null = null
  const onVisibilityChange = async () => {
    const id = deferredUserId
    if (document.hidden || id === null) return
    deferredUserId = null
    // The person may have signed in again in another tab in the meantime.
    const isUnauthorized = await call(getMe, {}).then(
      () => false,
      (error: unknown) => error instanceof CallError && error.status === 401,
    )
    if (isUnauthorized) await reauthenticate(id)
  }
  document.addEventListener('visibilitychange', onVisibilityChange)
  const onUnauthorized = async (isRead: boolean): Promise<boolean> => {
    const user = queryClient.getQueryData(currentUserQuery.queryKey)
    if (!user) return false
    if (isRead && document.hidden) {
      deferredUserId = user.id
      return false
    }
    const isSameUser = reauthenticate(user.id)
    return isRead ? false : isSameUser
  }
  /** Handles a request that needs a recent sign-in: it is retried if the same person signs in again. */
  const onSignInTooOld = async (): Promise<boolean> => {
    const user = queryClient.getQueryData(currentUserQuery.queryKey)
    return user ? reauthenticate(user.id, 'confirm') : false
  }
  const stop = () => document.removeEventListener('visibilitychange', onVisibilityChange)
  return { onUnauthorized, onSignInTooOld, stop }
}
