import type { SignInSettings } from './oidc-client.ts'
import { createOidcClient } from './oidc-client.ts'

/**
 * Runs in the popup: passes the provider's response to the page that opened it, which then closes the popup.
 */
export const completePopupSignIn = (settings: SignInSettings): Promise<void> =>
  createOidcClient(settings).signinPopupCallback()
