import { InMemoryWebStorage, UserManager, WebStorageStateStore } from 'oidc-client-ts'
import type { EndpointResponse } from '#core/endpoint.ts'
import { paths } from '#core/paths.ts'
import type { getSignInSettings } from '../../contract.ts'

export type SignInSettings = EndpointResponse<typeof getSignInSettings>

/**
 * Creates an OpenID Connect client for the authorization code flow with PKCE. The user is stored in session storage
 * or, failing that, in local storage or in memory (docs/spec/flows.md#sign-in). The one-time state is in local
 * storage if possible, so that the callback page finds it in any tab.
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

// Even reading the property throws if storage is turned off.
type StorageGetter = () => Storage
const session: StorageGetter = () => sessionStorage
const local: StorageGetter = () => localStorage

/** A test value as large as a stored user or state. */
const PROBE = ' '.repeat(8_192)

/** Returns the first storage that accepts a write, or an in-memory storage if none does. */
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

/** The in-memory storage that all of the page's clients share. */
const memory = new InMemoryWebStorage()
