import { clearRecentSearches } from '#web/recent-searches.ts'
import type { PageContext } from '../use-page-context.ts'
import { clearStoredTokens } from './clear-stored-tokens.ts'
import { clearCurrentUser } from './refetch-current-user.ts'
import { broadcastSignedOut } from './tab-channel.ts'

/**
 * After the account and its sessions were deleted, switches every tab of this browser to the visitor's view.
 */
export const clearDeletedAccount = async (context: PageContext): Promise<void> => {
  clearStoredTokens()
  clearRecentSearches()
  broadcastSignedOut()
  await clearCurrentUser(context)
}
