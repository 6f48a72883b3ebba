import type { HttpError } from '#core/http-error.ts'

/** What a URL serves: JSON for programs, a file, or a page for people. */
type Audience = 'api' | 'file' | 'page'

const API = /^\/(api(\/|$)|healthz$)/
// Topic and member names may look like file names, such as `node.js`.
const NAMED = /^\/[tu]\//
const FEED = /^\/t\/[^/]+\/feed\.xml$/
const FILE =
  /^\/(assets|media|og|identity)(\/|$)|\.(ico|svg|png|jpe?g|gif|webp|js|css|map|json|php|txt|xml|md|webmanifest)$/

/**
 * `url` is a request's path and query. Recognizing files matters, because a missing file must never cost a
 * page rendering.
 */
export const classifyUrl = (url: string): Audience => {
  const path = decodePath(url.replace(/[?#].*$/s, ''))
  if (API.test(path)) return 'api'
  return (NAMED.test(path) ? FEED : FILE).test(path) ? 'file' : 'page'
}

/** Decodes the path as the router does, which treats `/%61pi` as `/api`. */
const decodePath = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/**
 * Renders an error: JSON under /api, one line of text for a file, and a page with a link to the home page
 * elsewhere.
 */
export const renderError = (
  url: string,
  { message, issues, retryAfter, details: members }: Pick<HttpError, 'message'> & Partial<HttpError>,
): { type: string; body: string } => {
  switch (classifyUrl(url)) {
    case 'api':
      return {
        type: 'application/json; charset=utf-8',
        body: JSON.stringify({ message, issues, retryAfterSeconds: retryAfter, ...members }),
      }
    case 'file':
      return { type: 'text/plain; charset=utf-8', body: `${message}\n` }
    case 'page':
      return { type: 'text/html; charset=utf-8', body: errorPage(escapeHtml(message)) }
  }
}

const errorPage = (message: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${message}</title><h1>${message}</h1><p><a href="/">Home</a></p></html>`

/** An error message may quote the request's input. */
const escapeHtml = (text: string): string =>
  text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)
