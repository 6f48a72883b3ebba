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

/**
 * Returns whether the text is a complete web link. Rejects `https://user:password@host`, which can disguise its host,
 * and `https:host`, which is incomplete.
 */
export const isWebLink = (text: string): boolean => {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false
  const { hostname, username, password } = new URL(text)
  return hostname.includes('.') && username === '' && password === ''
}

/** People copy URLs from HTML, where `&` is written as an entity. */
export const decodeAmpersands = (url: string): string => url.replaceAll('&amp;', '&')
