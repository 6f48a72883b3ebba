import { messages } from '#features/identity/contract.ts'
import { endSignIn, type SignInAsked, signInAsked } from '#features/identity/web/ask-to-sign-in.ts'
import { continuePending, dropPending, keepPending } from '#features/identity/web/pending-action.ts'
import { currentUserQuery, signInSettingsQuery } from '#features/identity/web/queries.ts'
import { keepReturnPath } from '#features/identity/web/return-path.ts'
import { toast } from '#web/kit/toast.ts'
import { createClient } from './client.ts'
import { exchange } from './exchange.ts'
import { isCancelled } from './is-cancelled.ts'
import { newNonce } from './nonce.ts'
import type { PageParts } from './page-parts.ts'
import { popupThenRedirect } from './popup-then-redirect.ts'
import { refreshPage, refreshViewer } from './refresh-viewer.ts'
import { tellSignedIn } from './tabs.ts'

type SignInRun = SignInAsked & { popup: Window | null; signal: AbortSignal }

/** Signs the visitor in at the provider and on the site, then performs what they were about to do. */
export const runSignIn = async (
  context: PageParts,
  { reason, action, popup, signal }: SignInRun,
): Promise<void> => {
  const path = location.pathname + location.search
  if (action) keepPending({ path, action })
  else dropPending()
  keepReturnPath(path)
  // A person who returns from the provider with the Back button gets this page from the back/forward cache.
  addEventListener('pageshow', ({ persisted }) => persisted && endSignIn(false), { once: true })
  signal.addEventListener('abort', () => popup?.close())
  try {
    const settings = await context.queryClient.fetchQuery(signInSettingsQuery)
    signal.throwIfAborted()
    const { isEmbedded } = settings
    const nonce = newNonce()
    const isConfirming = reason === 'confirm'
    const options = { popup, signal, path, isEmbedded, nonce, isConfirming }
    const oidcUser = await popupThenRedirect(createClient(settings), options)
    if (!oidcUser) {
      if (signal.aborted) dropPending()
      return
    }
    await exchange(settings.providerId, oidcUser, nonce)
    const previousId = context.queryClient.getQueryData(currentUserQuery.queryKey)?.id
    const user = await refreshViewer(context)
    tellSignedIn(oidcUser)
    // Closes the dialog before the page changes; otherwise it would stay open on the next page.
    endSignIn(user !== null)
    // A confirmed member's page has not changed, and the retried request may be about to delete the account.
    if (!isConfirming || user?.id !== previousId) await refreshPage(context)
    if (user?.profileCompleted) continuePending()
  } catch (error) {
    popup?.close()
    dropPending()
    if (signal.aborted) return
    if (isCancelled(error)) return endSignIn(false)
    toast({ title: messages.loginFailed, description: messages.loginFailedMore, tone: 'danger' })
    // Keeps the dialog open for another attempt unless the sign-in came from the header's button.
    signInAsked.set(reason === 'login' ? null : { reason, action })
    throw error
  }
}
