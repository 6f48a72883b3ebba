import { askToSignInAgain, endSignIn } from '#features/identity/web/ask-to-sign-in.ts'
import { currentUserQuery } from '#features/identity/web/queries.ts'
import { onForbidden, onRefusal } from '#web/call.ts'
import { forgetTokens } from './forget-tokens.ts'
import type { PageParts } from './page-parts.ts'
import { forgetViewer, refreshPage, refreshViewer } from './refresh-viewer.ts'
import { followTabs } from './tabs.ts'

/** Follows what becomes of the session elsewhere: in other tabs, and on the server. Answers how to stop. */
export const watchSession = (parts: PageParts): (() => void) => {
  const stopTabs = followTabs(async (change) => {
    if (change === 'signed-in') {
      const user = await refreshViewer(parts)
      if (user) endSignIn(true)
      await refreshPage(parts)
      return
    }
    forgetTokens()
    await forgetViewer(parts)
  })
  onRefusal((isRead) => meetRefusal(parts, isRead))
  // Muted meanwhile, or no admin any more: the page follows.
  onForbidden(() => void parts.queryClient.invalidateQueries(currentUserQuery))
  return () => {
    stopTabs()
    onRefusal(null)
    onForbidden(null)
  }
}

/**
 * A member's call was answered 401. A write waits for the person to sign in again and is then sent once more, if it
 * is still the same person; a reading fails, and is done anew with the rest of the page.
 */
const meetRefusal = async ({ queryClient }: PageParts, isRead: boolean): Promise<boolean> => {
  const before = queryClient.getQueryData(currentUserQuery.queryKey)
  if (!before) return false
  const asked = askToSignInAgain().then(async (isSignedIn) => {
    if (!isSignedIn) await queryClient.invalidateQueries(currentUserQuery)
    return isSignedIn && queryClient.getQueryData(currentUserQuery.queryKey)?.id === before.id
  })
  return isRead ? false : asked
}
