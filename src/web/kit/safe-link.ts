/** The URL as a browser parses it if it is an http(s) URL, otherwise null. Checked after parsing. */
export const safeLink = (written: string): string | null => {
  if (!/^https?:\/\//i.test(written)) return null
  try {
    const { protocol, href } = new URL(written)
    return protocol === 'http:' || protocol === 'https:' ? href : null
  } catch {
    return null
  }
}
