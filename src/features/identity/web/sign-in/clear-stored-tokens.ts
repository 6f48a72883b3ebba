/** The key prefix under which oidc-client-ts stores its users. */
const PREFIX = 'oidc.user:'

/** Removes the provider's tokens from this browser's storage. */
export const clearStoredTokens = (): void => {
  for (const getStorage of [() => sessionStorage, () => localStorage]) {
    try {
      const storage = getStorage()
      for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key)
    } catch {
      // Storage is turned off, so it contains no tokens.
    }
  }
}
