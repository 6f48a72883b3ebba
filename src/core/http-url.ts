/** The maximum length of the URL of a link. */
export const MAX_URL_LENGTH = 2_000

/**
 * Returns the URL as a browser parses it, or null if it is not an HTTP(S) URL. The protocol is also checked after
 * parsing.
 */
export const parseHttpUrl = (written: string): string | null => {
  if (!/^https?:\/\//i.test(written)) return null
  try {
    const { protocol, href } = new URL(written)
    return protocol === 'http:' || protocol === 'https:' ? href : null
  } catch {
    return null
  }
}

/** People copy URLs from HTML, where `&` is written as an entity. */
export const decodeAmpersands = (url: string): string => url.replaceAll('&amp;', '&')
