import { createHash } from 'node:crypto'

// Data inside a script element is never run, and needs no leave.
const INLINE_SCRIPT =
  /<script(?![^>]*\s(?:src=|type="application\/(?:ld\+)?json"))[^>]*>([\s\S]*?)<\/script>/g

/**
 * The page's content security policy. Pages are cached, so inline scripts are allowed by their hash,
 * made when the page is rendered and kept with it (security, point 7).
 * `asked`: other hosts that the browser asks: an outside sign-in provider for its description, and for one's picture.
 */
export const contentPolicy = (html: string, asked: readonly string[]): string => {
  const hashes = new Set<string>()
  for (const [, code = ''] of html.matchAll(INLINE_SCRIPT)) {
    hashes.add(`'sha256-${createHash('sha256').update(code).digest('base64')}'`)
  }
  return [
    "default-src 'none'",
    `script-src 'self' ${[...hashes].join(' ')}`,
    // Components position things by style attributes and small style elements of their own.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...asked].join(' '),
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ')
}
