import { pages } from '#core/pages.ts'

/** Prefixes of paths whose words must not be used, such as `/private/`, because the rest of the path is a secret. */
const closedPaths = Object.values(pages).flatMap(({ path, isDisallowed }) =>
  isDisallowed ? [path.split(':')[0] ?? path] : [],
)

/** The fixed segments of the site's own paths, such as `t` in `/t/:topic`. */
const ownSegments = new Set(
  Object.values(pages).flatMap(({ path }) => path.split('/').filter((part) => part && !part.startsWith(':'))),
)

const MAX_LENGTH = 60

/**
 * Returns the words that a visitor to an unknown path probably wants to search for: the words of the last path segment
 * that contains any, or an empty string.
 */
export const getSearchWordsFromPath = (pathname: string): string => {
  if (closedPaths.some((closed) => pathname.startsWith(closed))) return ''
  const words = pathname
    .split('/')
    .filter((segment) => !ownSegments.has(segment))
    .map((segment) =>
      decoded(segment)
        .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
        .trim(),
    )
    .findLast((text) => /\p{L}/u.test(text))
  return [...(words ?? '')].slice(0, MAX_LENGTH).join('').trim()
}

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
