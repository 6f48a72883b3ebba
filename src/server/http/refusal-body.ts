import type { Failure } from '#core/failure.ts'

/** Who is behind an address: a program that reads JSON, one that fetches a file, or a person. */
type Audience = 'api' | 'file' | 'page'

const API = /^\/(api(\/|$)|healthz$)/
// Topics and members are called as they are called, be it `node.js`.
const NAMED = /^\/[tu]\//
const FEED = /^\/t\/[^/]+\/feed\.xml$/
const FILE =
  /^\/(assets|media|og|identity)(\/|$)|\.(ico|svg|png|jpe?g|gif|webp|js|css|map|json|php|txt|xml|md|webmanifest)$/

/** `url` as in a request: path and query. A file's address must never cost the rendering of a page. */
export const audienceOf = (url: string): Audience => {
  const path = decoded(url.replace(/[?#].*$/s, ''))
  if (API.test(path)) return 'api'
  return (NAMED.test(path) ? FEED : FILE).test(path) ? 'file' : 'page'
}

/** As the router reads it: `/%61pi` is `/api`. */
const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** What a refusal says: JSON under /api, one line where a file was asked for, a page with the way home elsewhere. */
export const refusalBody = (
  url: string,
  { message, issues, retryAfter, members }: Pick<Failure, 'message'> & Partial<Failure>,
): { type: string; body: string } => {
  switch (audienceOf(url)) {
    case 'api':
      return {
        type: 'application/json; charset=utf-8',
        body: JSON.stringify({ message, issues, retryAfterSeconds: retryAfter, ...members }),
      }
    case 'file':
      return { type: 'text/plain; charset=utf-8', body: `${message}\n` }
    case 'page':
      return { type: 'text/html; charset=utf-8', body: plainPage(escaped(message)) }
  }
}

const plainPage = (message: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${message}</title><h1>${message}</h1><p><a href="/">Home</a></p></html>`

/** A refusal may repeat what was sent. */
const escaped = (text: string): string => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
