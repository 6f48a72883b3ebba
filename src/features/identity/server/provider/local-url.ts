/**
 * Returns a request's URL within a provider that is mounted at `prefix`. A request that goes on after the member's answer
 * has no parameters, and the library fails with those that somebody has added.
 */
export const toLocalUrl = (url: string, prefix: string): string =>
  url.slice(prefix.length).replace(/^(\/auth\/[^?]*)\?.*$/s, '$1')
