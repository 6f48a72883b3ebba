import { forgetTokens } from './forget-tokens.ts'
import type { PageParts } from './page-parts.ts'
import { forgetViewer } from './refresh-viewer.ts'
import { tellSignedOut } from './tabs.ts'

/** The account is gone with its sessions: every tab of this browser shows a visitor's page again. */
export const leaveDeletedAccount = async (parts: PageParts): Promise<void> => {
  forgetTokens()
  tellSignedOut()
  await forgetViewer(parts)
}
