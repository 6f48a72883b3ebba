const MAX_LENGTH = 40

/**
 * Returns the name by which a program identifies itself, such as `gptbot` or `python-requests`, without its version; null
 * for a browser, whose name most people share.
 */
export const toUserAgentFamily = (userAgent: string | undefined): string | null => {
  const text = userAgent?.slice(0, 500) ?? ''
  const isBrowserLike = /^(mozilla|opera)\//i.test(text)
  const name = isBrowserLike ? findProgram(text) : /^[\w.-]+/.exec(text)?.[0]
  if (name) return name.slice(0, MAX_LENGTH).toLowerCase()
  return isBrowserLike ? null : 'unnamed'
}

/**
 * Finds a program's name among those of the browsers that it is compatible with, as in `Mozilla/5.0 (compatible; bingbot/2.0)`
 * and `Mozilla/5.0 … Safari/605.1.15 (Applebot/0.1)`.
 */
const findProgram = (text: string): string | undefined =>
  (/\bcompatible; (?!MSIE)([\w.-]+)/i.exec(text) ??
    /\b([\w.-]*(?:bot|crawler|spider|headless\w*))\b/i.exec(text))?.[1]
