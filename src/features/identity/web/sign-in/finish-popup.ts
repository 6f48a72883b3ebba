import type { SignInSettings } from './client.ts'
import { createClient } from './client.ts'

/** In the popup: hands the provider's answer to the page that waits, which then closes this window. */
export const finishPopup = (settings: SignInSettings): Promise<void> =>
  createClient(settings).signinPopupCallback()
