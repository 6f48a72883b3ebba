import { pages } from '#core/pages.ts'

/** The beginnings of paths that say nothing about their words, such as `/private/`, whose rest is a secret. */
const closedPaths = Object.values(pages).flatMap(({ path, isDisallowed }) =>
  isDisallowed ? [path.split(':')[0] ?? path] : [],
)

/** Parts of the site's own paths, such as `t` of `/t/:topic`. */
const ownSegments = new Set(
  Object.values(pages).flatMap(({ path }) => path.split('/').filter((part) => part && !part.startsWith(':'))),
)

const MAX_LENGTH = 60

/** What somebody may have looked for at an unknown path: the words of its last part. Empty if it has none. */
export const wordsOfPath = (pathname: string): string => {
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
