import { createHash } from 'node:crypto'

// Matches inline scripts, except data blocks (JSON), which are not executed and need no hash.
const INLINE_SCRIPT =
  /<script(?![^>]*\s(?:src=|type="application\/(?:ld\+)?json"))[^>]*>([\s\S]*?)<\/script>/g

/**
 * Creates a page's Content Security Policy. Pages are cached, so a nonce would be reused; instead, inline
 * scripts are allowed by hash. The hashes are computed when the page is rendered and cached with it.
 * `connectSources` lists other origins that the browser may call: an external identity provider for its
 * metadata, and the host of its avatars.
 */
export const createContentSecurityPolicy = (html: string, connectSources: readonly string[]): string => {
  const hashes = new Set<string>()
  for (const [, code = ''] of html.matchAll(INLINE_SCRIPT)) {
    hashes.add(`'sha256-${createHash('sha256').update(code).digest('base64')}'`)
  }
  return [
    "default-src 'none'",
    `script-src 'self' ${[...hashes].join(' ')}`,
    // Components set positions with style attributes and small style elements.
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
