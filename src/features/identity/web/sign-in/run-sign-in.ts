import { currentUserQuery } from '#web/current-user.ts'
import { showToast } from '#web/kit/toast.ts'
import { clearPendingAction, runPendingAction, savePendingAction } from '#web/pending-action.ts'
import { closeSignInDialog, type SignInRequest, signInRequestStore } from '#web/sign-in-request.ts'
import { signInMessages } from '../../contract-messages.ts'
import { signInSettingsQuery } from '../queries.ts'
import { saveReturnPath } from '../return-path.ts'
import type { PageContext } from '../use-page-context.ts'
import { createOidcClient } from './oidc-client.ts'
import { refetchCurrentUser, refetchPage } from './refetch-current-user.ts'
import { sendTokenExchange } from './send-token-exchange.ts'
import { signInAtProvider } from './sign-in-at-provider.ts'
import { getRejectionMessage, isCancelledByUser, requireSiteAddress } from './sign-in-errors.ts'
import { broadcastSignedIn } from './tab-channel.ts'

/** Returns a random UUID. `crypto.randomUUID` needs a secure context, but so does signing in. */
const createNonce = (): string => crypto.randomUUID()

type SignInRun = SignInRequest & { popup: Window | null; signal: AbortSignal }

/**
 * Signs the visitor in at the provider and on the site, then performs the action that they were about to
 * take.
 */
export const runSignIn = async (
  context: PageContext,
  { reason, action, popup, signal }: SignInRun,
): Promise<void> => {
  const path = location.pathname + location.search
  if (action) savePendingAction({ path, action })
  else clearPendingAction()
  saveReturnPath(path)
  // Closes the dialog if the person returns from the provider with the Back button, which restores this page from the
  // back/forward cache.
  addEventListener('pageshow', ({ persisted }) => persisted && closeSignInDialog(false), { once: true })
  signal.addEventListener('abort', () => popup?.close())
  try {
    const settings = await context.queryClient.fetchQuery(signInSettingsQuery)
    signal.throwIfAborted()
    const { authority, isEmbedded } = settings
    if (isEmbedded) requireSiteAddress(authority, location.origin)
    const nonce = createNonce()
    const isConfirming = reason === 'confirm'
    const options = { popup, signal, path, isEmbedded, nonce, isConfirming }
    const oidcUser = await signInAtProvider(createOidcClient(settings), options)
    if (!oidcUser) {
      if (signal.aborted) clearPendingAction()
      return
    }
    await sendTokenExchange(settings.providerId, oidcUser, nonce)
    const previousId = context.queryClient.getQueryData(currentUserQuery.queryKey)?.id
    const user = await refetchCurrentUser(context)
    broadcastSignedIn(oidcUser)
    // Closes the dialog before the page changes; otherwise it would stay open on the next page.
    closeSignInDialog(user !== null)
    // Confirming a sign-in does not change the page, and the retried request may be about to delete the
    // account.
    if (!isConfirming || user?.id !== previousId) await refetchPage(context)
    if (user?.profileCompleted) runPendingAction()
  } catch (error) {
    popup?.close()
    clearPendingAction()
    if (signal.aborted) return
    if (isCancelledByUser(error)) return closeSignInDialog(false)
    showToast({
      title: signInMessages.loginFailed,
      description: getRejectionMessage(error) ?? signInMessages.loginFailedDescription,
      tone: 'danger',
    })
    // Keeps the dialog open for another attempt, unless the sign-in was started with the header's button.
    signInRequestStore.set(reason === 'login' ? null : { reason, action })
    throw error
  }
}
