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

type Run = SignInAsked & { popup: Window | null; signal: AbortSignal }

/** From the click to a signed-in member, and what they were about to do. */
export const runSignIn = async (parts: PageParts, { reason, action, popup, signal }: Run): Promise<void> => {
  const path = location.pathname + location.search
  if (action) keepPending({ path, action })
  else dropPending()
  keepReturnPath(path)
  // Whoever comes back from the provider by the browser's own button finds this page as it was left.
  addEventListener('pageshow', ({ persisted }) => persisted && endSignIn(false), { once: true })
  signal.addEventListener('abort', () => popup?.close())
  try {
    const settings = await parts.queryClient.fetchQuery(signInSettingsQuery)
    signal.throwIfAborted()
    const { isEmbedded } = settings
    const nonce = newNonce()
    const isConfirming = reason === 'confirm'
    const how = { popup, signal, path, isEmbedded, nonce, isConfirming }
    const given = await popupThenRedirect(createClient(settings), how)
    if (!given) {
      if (signal.aborted) dropPending()
      return
    }
    await exchange(settings.providerId, given, nonce)
    const before = parts.queryClient.getQueryData(currentUserQuery.queryKey)?.id
    const user = await refreshViewer(parts)
    tellSignedIn(given)
    // Before the page changes, or the dialog would follow to the next one.
    endSignIn(user !== null)
    // The page of the same member is as it was, and the account may be deleted by what was waiting for this sign-in.
    if (!isConfirming || user?.id !== before) await refreshPage(parts)
    if (user?.profileCompleted) continuePending()
  } catch (error) {
    popup?.close()
    dropPending()
    if (signal.aborted) return
    if (isCancelled(error)) return endSignIn(false)
    toast({ title: messages.loginFailed, description: messages.loginFailedMore, tone: 'danger' })
    // Where something waits for it, it can be tried again.
    signInAsked.set(reason === 'login' ? null : { reason, action })
    throw error
  }
}
