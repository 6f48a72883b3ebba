import { InMemoryWebStorage, UserManager, WebStorageStateStore } from 'oidc-client-ts'
import type { EndpointResponse } from '#core/endpoint.ts'
import { paths } from '#core/paths.ts'
import type { getSignInSettings } from '../../contract.ts'

export type SignInSettings = EndpointResponse<typeof getSignInSettings>

/**
 * The OpenID client, for the authorization code flow with PKCE. The user is kept in session storage, or else
 * in local storage or memory (docs/spec/flows.md#sign-in). The one-time state is in local storage if
 * possible, where the callback page finds it from any tab.
 */
export const createOidcClient = ({ authority, clientId, tokenEndpoint }: SignInSettings): UserManager =>
  new UserManager({
    authority,
    client_id: clientId,
    redirect_uri: location.origin + paths.signInCallback,
    popup_redirect_uri: location.origin + paths.signInPopup,
    scope: 'openid profile email',
    userStore: new WebStorageStateStore({ store: pickStorage(session, local) }),
    stateStore: new WebStorageStateStore({ store: pickStorage(local, session) }),
    automaticSilentRenew: false,
    // This server's token endpoint adds the client secret that an external provider requires.
    ...(tokenEndpoint ? { metadataSeed: { token_endpoint: tokenEndpoint } } : {}),
  })

// Accessing the property itself throws if storage is turned off.
type StorageGetter = () => Storage
const session: StorageGetter = () => sessionStorage
const local: StorageGetter = () => localStorage

/** As large as a stored user or state. */
const PROBE = ' '.repeat(8_192)

/** Returns the first storage that accepts a write, or else memory. */
const pickStorage = (...getters: StorageGetter[]): Storage => {
  for (const getStorage of getters) {
    try {
      const storage = getStorage()
      storage.setItem('sign-in-probe', PROBE)
      storage.removeItem('sign-in-probe')
      return storage
    } catch {
      // This storage is turned off or full, so the next one is tried.
    }
  }
  return memory
}

/** Shared by all clients of the page. */
const memory = new InMemoryWebStorage()
