import { titleFromSlug } from '#core/slugs.ts'

const TITLES: Record<string, string> = {
  '/new': 'New Posts',
  '/popular': 'Trending Posts',
  '/bookmarks': 'Bookmarked Posts',
  '/private-posts': 'Private Posts',
  '/leaderboard': 'Leaderboard: Top Contributors',
  '/optimize': 'Optimize your AI prompts',
}

/** The default title for a path (docs/spec/pages.md#document-titles); pages may set their own title. */
export const documentTitle = (pathname: string, siteName: string): string => {
  const path = pathname.replace(/(.)\/+$/, '$1')
  if (path === '/') return `${siteName} – a library of AI prompts to discover and share`
  const topic = /^\/t\/([^/]+)/.exec(path)?.[1]
  return topic
    ? titleFromSlug(decoded(topic).replace(/\p{Cc}/gu, '')) || siteName
    : (TITLES[path.toLowerCase()] ?? siteName)
}

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
