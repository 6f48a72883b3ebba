import { forgetTokens } from './forget-tokens.ts'
import type { PageParts } from './page-parts.ts'
import { forgetViewer } from './refresh-viewer.ts'
import { tellSignedOut } from './tabs.ts'

/**
 * After the account and its sessions were deleted, switches every tab of this browser to the visitor's view.
 */
export const leaveDeletedAccount = async (context: PageParts): Promise<void> => {
  forgetTokens()
  tellSignedOut()
  await forgetViewer(context)
}
