import { User } from 'oidc-client-ts'
import { signInSettingsQuery } from '../queries.ts'
import type { PageContext } from '../use-page-context.ts'
import { createOidcClient } from './oidc-client.ts'
import { sendTokenExchange } from './send-token-exchange.ts'

/**
 * After another tab has signed in, posts the same token from this tab (docs/spec/flows.md#sign-in) and stores
 * it, because signing out uses it to identify the member. The server treats it as the same sign-in, and
 * rejects it if the member has signed out in the meantime.
 */
export const replayToken = async ({ queryClient }: PageContext, storedUser: string): Promise<void> => {
  const settings = await queryClient.fetchQuery(signInSettingsQuery)
  const user = User.fromStorageString(storedUser)
  await sendTokenExchange(settings.providerId, user)
  await createOidcClient(settings).storeUser(user)
}
