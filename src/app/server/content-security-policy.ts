import { hash } from 'node:crypto'

/**
 * Creates the Content Security Policy for all pages. It allows inline scripts by hash, because pages are
 * cached and a nonce would be reused. The hashes are not computed from the rendered HTML, because that would
 * also allow injected scripts. `connectSources` lists the other origins that the browser may connect to:
 * those of an external identity provider (for its metadata) and its avatars.
 */
export const createContentSecurityPolicy = (
  inlineScripts: readonly string[],
  connectSources: readonly string[],
): string => {
  const hashes = inlineScripts.map((code) => `'sha256-${hash('sha256', code, 'base64')}'`)
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hashes].join(' '),
    // Components position elements with style attributes and small style elements.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...connectSources].join(' '),
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ')
}
