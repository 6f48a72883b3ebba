import { InMemoryWebStorage, UserManager, WebStorageStateStore } from 'oidc-client-ts'
import type { EndpointReply } from '#core/endpoint.ts'
import { paths } from '#core/paths.ts'
import type { getSignInSettings } from '#features/identity/contract.ts'

export type SignInSettings = EndpointReply<typeof getSignInSettings>

/** The provider's client: authorization code with PKCE; one-time state in the local storage, the user where it can be kept. */
export const createClient = ({ authority, clientId, tokenEndpoint }: SignInSettings): UserManager =>
  new UserManager({
    authority,
    client_id: clientId,
    redirect_uri: location.origin + paths.signInCallback,
    popup_redirect_uri: location.origin + paths.signInPopup,
    scope: 'openid profile email',
    userStore: new WebStorageStateStore({ store: pickStorage() }),
    automaticSilentRenew: false,
    // Ours adds the secret that an outside provider wants.
    ...(tokenEndpoint ? { metadataSeed: { token_endpoint: tokenEndpoint } } : {}),
  })

/** Session storage, then local storage, then memory (section 4). */
const pickStorage = (): Storage => {
  for (const find of [() => sessionStorage, () => localStorage]) {
    try {
      const storage = find()
      storage.setItem('sign-in-probe', '')
      storage.removeItem('sign-in-probe')
      return storage
    } catch {
      // Switched off or full: the next one.
    }
  }
  return new InMemoryWebStorage()
}
