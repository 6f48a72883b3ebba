import type { SignInSettings } from './client.ts'
import { createClient } from './client.ts'

/**
 * Runs in the popup: passes the provider's response to the page that opened it, which then closes the popup.
 */
export const finishPopup = (settings: SignInSettings): Promise<void> =>
  createClient(settings).signinPopupCallback()
