import { clearRecentSearches } from '#web/recent-searches.ts'
import type { PageContext } from '../use-page-context.ts'
import { clearStoredTokens } from './clear-stored-tokens.ts'
import { clearCurrentUser } from './refetch-current-user.ts'
import { broadcastSignedOut } from './tab-channel.ts'

/** Switches every tab of this browser to the visitor's view after the account and its sessions have been deleted. */
export const signOutDeletedAccount = async (context: PageContext): Promise<void> => {
  clearStoredTokens()
  clearRecentSearches()
  broadcastSignedOut()
  await clearCurrentUser(context)
}
