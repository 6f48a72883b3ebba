import { posix } from 'node:path'

/** The kind of client that a URL serves: a program that expects JSON, a file download, or a person who reads a page. */
type Audience = 'api' | 'file' | 'page'

const API = /^\/(api([/;\\]|$)|mcp$|oembed$|healthz$|livez$|readyz$|metrics$)/i
/** Matches paths that may lead to the API in a roundabout way, such as `//api` or `/x/../api`. */
const UNUSUAL = /\/[/.]|\\/
// Names of topics, members and tags may look like file names, such as `node.js`.
const NAMED = /^\/(t|u|tag)\//
const FEED = /^\/(t|tag)\/[^/]+\/feed\.xml$/
const FILE =
  /^\/(assets|media|og|identity)(\/|$)|\.(ico|svg|png|jpe?g|gif|webp|js|css|map|json|php|txt|xml|md|webmanifest)$/

/**
 * Classifies a URL, given as a request's path and query. Files must be recognized so that a missing file never costs a
 * page rendering.
 */
export const classifyUrl = (url: string): Audience => {
  const path = decodePath(url.replace(/[?#].*$/s, ''))
  if (API.test(path) || (UNUSUAL.test(path) && API.test(posix.normalize(path.replaceAll('\\', '/')))))
    return 'api'
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
