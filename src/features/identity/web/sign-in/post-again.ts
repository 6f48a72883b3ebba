import { User } from 'oidc-client-ts'
import { signInSettingsQuery } from '#features/identity/web/queries.ts'
import { createClient } from './client.ts'
import { exchange } from './exchange.ts'
import type { PageParts } from './page-parts.ts'

/**
 * After another tab signed in, posts the same token from this tab (docs/spec/flows.md#sign-in) and stores it,
 * because signing out names the member with it. The server treats it as the same sign-in, and rejects it if
 * the member has signed out in the meantime.
 */
export const postAgain = async ({ queryClient }: PageParts, storedUser: string): Promise<void> => {
  const settings = await queryClient.fetchQuery(signInSettingsQuery)
  const user = User.fromStorageString(storedUser)
  await exchange(settings.providerId, user)
  await createClient(settings).storeUser(user)
}
