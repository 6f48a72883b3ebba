import { User } from 'oidc-client-ts'
import { signInSettingsQuery } from '#features/identity/web/queries.ts'
import { createClient } from './client.ts'
import { exchange } from './exchange.ts'
import type { PageParts } from './page-parts.ts'

/**
 * Another tab has signed in: this one posts the same token too (section 4), and keeps it as that one does, to name the
 * member when signing out. The server takes it for the same sign-in, and refuses it where one has signed out meanwhile.
 */
export const postAgain = async ({ queryClient }: PageParts, given: string): Promise<void> => {
  const settings = await queryClient.fetchQuery(signInSettingsQuery)
  const user = User.fromStorageString(given)
  await exchange(settings.providerId, user)
  await createClient(settings).storeUser(user)
}
