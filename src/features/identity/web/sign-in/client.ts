import { InMemoryWebStorage, UserManager, WebStorageStateStore } from 'oidc-client-ts'
import type { EndpointReply } from '#core/endpoint.ts'
import { paths } from '#core/paths.ts'
import type { getSignInSettings } from '#features/identity/contract.ts'

export type SignInSettings = EndpointReply<typeof getSignInSettings>

/**
 * The provider's client: authorization code with PKCE. The user is kept in the session storage, else the local one, else
 * in memory (section 4); the one-time state in the local storage first, where a page that comes back finds it in any tab.
 */
export const createClient = ({ authority, clientId, tokenEndpoint }: SignInSettings): UserManager =>
  new UserManager({
    authority,
    client_id: clientId,
    redirect_uri: location.origin + paths.signInCallback,
    popup_redirect_uri: location.origin + paths.signInPopup,
    scope: 'openid profile email',
    userStore: new WebStorageStateStore({ store: pickStorage(session, local) }),
    stateStore: new WebStorageStateStore({ store: pickStorage(local, session) }),
    automaticSilentRenew: false,
    // Ours adds the secret that an outside provider wants.
    ...(tokenEndpoint ? { metadataSeed: { token_endpoint: tokenEndpoint } } : {}),
  })

type Find = () => Storage
const session: Find = () => sessionStorage
const local: Find = () => localStorage

/** As much as a user or a state takes. */
const PROBE = ' '.repeat(8_192)

/** The first of them that keeps what it is given, else memory. */
const pickStorage = (...places: Find[]): Storage => {
  for (const find of places) {
    try {
      const storage = find()
      storage.setItem('sign-in-probe', PROBE)
      storage.removeItem('sign-in-probe')
      return storage
    } catch {
      // Switched off or full: the next one.
    }
  }
  return memory
}

/** One for all clients of the page. */
const memory = new InMemoryWebStorage()
