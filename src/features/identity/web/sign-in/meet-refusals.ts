import { getMe } from '#features/identity/contract.ts'
import { askToSignInAgain } from '#features/identity/web/ask-to-sign-in.ts'
import { currentUserQuery } from '#features/identity/web/queries.ts'
import { CallError, call } from '#web/call.ts'
import type { PageParts } from './page-parts.ts'

/**
 * What to do where a member's call was answered 401. A write waits for the person to sign in again and is then sent
 * once more, if it is still the same person; a reading fails, and is done anew with the rest of the page. A tab that
 * nobody sees asks nothing before it is seen.
 */
export const meetRefusals = ({ queryClient }: PageParts) => {
  const ask = async (id: number, reason: 'expired' | 'confirm' = 'expired'): Promise<boolean> => {
    const isSignedIn = await askToSignInAgain(reason)
    if (!isSignedIn && reason === 'expired') await queryClient.invalidateQueries(currentUserQuery)
    return isSignedIn && queryClient.getQueryData(currentUserQuery.queryKey)?.id === id
  }
  let waiting: number | null = null
  const whenSeen = async () => {
    const id = waiting
    if (document.hidden || id === null) return
    waiting = null
    // The person may have signed in again meanwhile, in another tab.
    const isRefused = await call(getMe, {}).then(
      () => false,
      (error: unknown) => error instanceof CallError && error.status === 401,
    )
    if (isRefused) await ask(id)
  }
  document.addEventListener('visibilitychange', whenSeen)
  const meet = async (isRead: boolean): Promise<boolean> => {
    const before = queryClient.getQueryData(currentUserQuery.queryKey)
    if (!before) return false
    if (isRead && document.hidden) {
      waiting = before.id
      return false
    }
    const asked = ask(before.id)
    return isRead ? false : asked
  }
  /** A call wants a recent sign-in: it is sent once more if the same person has signed in again. */
  const confirm = async (): Promise<boolean> => {
    const before = queryClient.getQueryData(currentUserQuery.queryKey)
    return before ? ask(before.id, 'confirm') : false
  }
  return { meet, confirm, stop: () => document.removeEventListener('visibilitychange', whenSeen) }
}
