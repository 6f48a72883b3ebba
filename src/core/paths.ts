import type { RouteParams } from 'regexparam'
import { pages } from './pages.ts'
import { topicSlug } from './slugs.ts'

type LinkedPost = {
  id: number
  isPrivate: boolean
  privateId?: string | null
  seoSlug?: string | null
  topic?: { name: string } | null
}

/** Fills in the parameters of a page's path. */
const fill = <const P extends string>(
  path: P,
  params: { [K in keyof RouteParams<P>]: string | number },
): string =>
  path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent((params as Record<string, string>)[name] ?? ''),
  )

const postById = (id: number): string => fill(pages.post.path, { id })
const topic = (name: string): string => fill(pages.topic.path, { topic: topicSlug(name) })

/** The canonical link of a post (docs/spec/pages.md#post-links). */
const post = (p: LinkedPost): string => {
  if (p.isPrivate && p.privateId) return fill(pages['private-post'].path, { id: p.privateId })
  if (p.seoSlug && p.topic)
    return fill(pages['slug-post'].path, { topic: topicSlug(p.topic.name), slug: p.seoSlug })
  return postById(p.id)
}

/**
 * Builds every public URL of the site; those of pages derive from `pages.ts`. No other code spells out a URL.
 */
export const paths = {
  home: pages.home.path,
  popular: pages.popular.path,
  newest: pages.new.path,
  bookmarks: pages.bookmarks.path,
  privatePosts: pages['private-posts'].path,
  leaderboard: pages.leaderboard.path,
  optimize: pages.optimize.path,
  notifications: pages.notifications.path,
  settings: pages.settings.path,
  completeProfile: pages['complete-profile'].path,
  admin: pages.admin.path,
  signInOpening: '/auth/opening',
  signInPopup: pages['auth-popup'].path,
  signInCallback: pages['auth-callback'].path,
  signedOut: pages['auth-signed-out'].path,
  search: (q: string) => (q ? `${pages.home.path}?${new URLSearchParams({ q })}` : pages.home.path),
  post,
  postById,
  comment: (p: LinkedPost, commentId: number) => `${post(p)}/comment/${commentId}`,
  postMarkdown: (id: number) => `${postById(id)}.md`,
  postPreviewImage: (id: number) => `/og/post/${id}.png`,
  topic,
  topicFeed: (name: string) => `${topic(name)}/feed.xml`,
  newFeed: `${pages.new.path}/feed.xml`,
  popularFeed: `${pages.popular.path}/feed.xml`,
  profile: (username: string) => fill(pages.profile.path, { username }),
  sitemap: '/sitemap.xml',
  sitemapPart: (part: number) => `/sitemap/${part}.xml`,
  robots: '/robots.txt',
  llms: '/llms.txt',
  apiDocs: '/api/docs',
  apiDocument: '/api/openapi.json',
  apiProblems: '/api/problems',
  media: (name: string) => `/media/${name}`,
  mediaThumbnail: (name: string, width: number) => `/media/${name}/${width}.webp`,
} as const
