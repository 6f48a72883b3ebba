/**
 * `__Secure-` lets no page on plain http set the cookie. `__Host-` would need the path `/`, and the provider's cookies
 * are sent to the provider alone.
 */
export const providerCookie = (publicUrl: string, name: string): string =>
  publicUrl.startsWith('https:') ? `__Secure-${name}` : name
