import { endSignIn } from '#features/identity/web/ask-to-sign-in.ts'
import { currentUserQuery } from '#features/identity/web/queries.ts'
import { onForbidden, onRefusal, onSignInTooOld } from '#web/call.ts'
import { forgetTokens } from './forget-tokens.ts'
import { meetRefusals } from './meet-refusals.ts'
import type { PageParts } from './page-parts.ts'
import { forgetViewer, refreshPage, refreshViewer } from './refresh-viewer.ts'
import { followTabs } from './tabs.ts'

/** Follows what becomes of the session elsewhere: in other tabs, and on the server. Answers how to stop. */
export const watchSession = (parts: PageParts): (() => void) => {
  const stopTabs = followTabs(async (change) => {
    if (change.to === 'signed-in') {
      const { postAgain } = await import('./post-again.ts')
      // However that ends: the cookie, which all tabs share, says who one is.
      await postAgain(parts, change.given).catch(() => {})
      const user = await refreshViewer(parts)
      if (user) endSignIn(true)
      await refreshPage(parts)
      return
    }
    forgetTokens()
    await forgetViewer(parts)
  })
  const meeting = meetRefusals(parts)
  onRefusal(meeting.meet)
  onSignInTooOld(meeting.confirm)
  // Muted meanwhile, or no admin any more: the page follows.
  onForbidden(() => void parts.queryClient.invalidateQueries(currentUserQuery))
  return () => {
    stopTabs()
    meeting.stop()
    onRefusal(null)
    onSignInTooOld(null)
    onForbidden(null)
  }
}
