import { paths } from '#core/paths.ts'
import { callApi } from '#web/api-client.ts'
import { showToast } from '#web/kit/toast.ts'
import { clearPendingAction } from '#web/pending-action.ts'
import { clearRecentSearches } from '#web/recent-searches.ts'
import type { signOut } from '../../contract.ts'
import { signInSettingsQuery } from '../queries.ts'
import { signInTexts } from '../texts.ts'
import type { PageContext } from '../use-page-context.ts'
import { clearStoredTokens } from './clear-stored-tokens.ts'
import { createOidcClient, type SignInSettings } from './oidc-client.ts'
import { clearCurrentUser } from './refetch-current-user.ts'
import { broadcastSignedOut } from './tab-channel.ts'
import { signInDialogTexts } from './texts.ts'

/**
 * Signs out of the site and clears the member's data (docs/spec/flows.md#sign-out). The server ends the
 * embedded provider's session as well. An external provider's session ends on its own sign-out page, if it
 * has one, which redirects back. `onSignedOut` runs once the site's session has ended.
 */
export const performSignOut = async (
  context: PageContext,
  onSignedOut: () => Promise<void> = async () => {},
): Promise<void> => {
  let settings: SignInSettings
  try {
    settings = await context.queryClient.fetchQuery(signInSettingsQuery)
    await callApi<typeof signOut>('POST /api/auth/logout', {})
  } catch {
    showToast({ title: signInTexts.signOutFailed, tone: 'danger' })
    return
  }
  await onSignedOut().catch(() => {})
  clearPendingAction()
  clearRecentSearches()
  broadcastSignedOut()
  // Some providers have no sign-out page, so their session stays open.
  const isProviderReached = settings.isEmbedded || (await signOutOfProvider(settings))
  clearStoredTokens()
  await clearCurrentUser(context)
  showToast(
    isProviderReached
      ? { title: signInDialogTexts.signedOut }
      : {
          title: signInDialogTexts.signedOut,
          description: signInDialogTexts.providerNotReached(settings.providerName),
          tone: 'danger',
        },
  )
}

/** Redirects to the provider's sign-out page, if it has one. Returns false if the provider cannot be reached. */
const signOutOfProvider = async (settings: SignInSettings): Promise<boolean> => {
  const client = createOidcClient(settings)
  try {
    if (await client.metadataService.getEndSessionEndpoint())
      await client.signoutRedirect({ post_logout_redirect_uri: location.origin + paths.signedOut })
    return true
  } catch {
    return false
  }
}
