/** Where the provider's client keeps its users. */
const PREFIX = 'oidc.user:'

/** The provider's tokens leave this browser's storage. */
export const forgetTokens = (): void => {
  for (const find of [() => sessionStorage, () => localStorage]) {
    try {
      const storage = find()
      for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key)
    } catch {
      // Switched off: nothing is there.
    }
  }
}
