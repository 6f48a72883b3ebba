/**
 * Returns the full name of one of the provider's cookies. On https, the `__Secure-` prefix keeps pages on
 * plain http from setting the cookie. `__Host-` would require the path `/`, but the provider's cookies are
 * sent only to the provider's own path.
 */
export const getProviderCookieName = (publicUrl: string, name: string): string =>
  publicUrl.startsWith('https:') ? `__Secure-${name}` : name
