import { endSignIn } from '#features/identity/web/ask-to-sign-in.ts'
import { currentUserQuery } from '#features/identity/web/queries.ts'
import { onForbidden, onRefusal, onSignInTooOld } from '#web/call.ts'
import { forgetTokens } from './forget-tokens.ts'
import { meetRefusals } from './meet-refusals.ts'
import type { PageParts } from './page-parts.ts'
import { forgetViewer, refreshPage, refreshViewer } from './refresh-viewer.ts'
import { followTabs } from './tabs.ts'

/** Follows changes to the session in other tabs and on the server. Returns a function that stops it. */
export const watchSession = (context: PageParts): (() => void) => {
  const stopTabs = followTabs(async (change) => {
    if (change.to === 'signed-in') {
      const { postAgain } = await import('./post-again.ts')
      // A failure does not matter: the cookie, which all tabs share, decides who is signed in.
      await postAgain(context, change.given).catch(() => {})
      const user = await refreshViewer(context)
      if (user) endSignIn(true)
      await refreshPage(context)
      return
    }
    forgetTokens()
    await forgetViewer(context)
  })
  const unauthorized = meetRefusals(context)
  onRefusal(unauthorized.onUnauthorized)
  onSignInTooOld(unauthorized.onSignInTooOld)
  // A 403 may mean that the member was muted or is no longer an admin, so the current user is refetched.
  onForbidden(() => void context.queryClient.invalidateQueries(currentUserQuery))
  return () => {
    stopTabs()
    unauthorized.stop()
    onRefusal(null)
    onSignInTooOld(null)
    onForbidden(null)
  }
}
