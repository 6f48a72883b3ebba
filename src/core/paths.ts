import { topicSlug } from './slugs.ts'

type LinkedPost = {
  id: number
  isPrivate: boolean
  privateId?: string | null
  seoSlug?: string | null
  topic?: { name: string } | null
}

const segment = encodeURIComponent

/** The canonical link of a post (docs/spec/pages.md#post-links). */
const post = (p: LinkedPost): string => {
  if (p.isPrivate && p.privateId) return `/private/${segment(p.privateId)}`
  if (p.seoSlug && p.topic) return `/t/${segment(topicSlug(p.topic.name))}/${segment(p.seoSlug)}`
  return `/post/${p.id}`
}

/** Every public URL of the site. No other code spells out a URL. */
export const paths = {
  home: '/',
  popular: '/popular',
  newest: '/new',
  bookmarks: '/bookmarks',
  privatePosts: '/private-posts',
  leaderboard: '/leaderboard',
  optimize: '/optimize',
  notifications: '/notifications',
  settings: '/settings',
  completeProfile: '/complete-profile',
  admin: '/admin',
  signInOpening: '/auth/opening',
  signInPopup: '/auth/popup',
  signInCallback: '/auth/callback',
  signedOut: '/auth/signed-out',
  search: (q: string) => (q ? `/?${new URLSearchParams({ q })}` : '/'),
  post,
  postById: (id: number) => `/post/${id}`,
  comment: (p: LinkedPost, commentId: number) => `${post(p)}/comment/${commentId}`,
  postMarkdown: (id: number) => `/post/${id}.md`,
  postPreviewImage: (id: number) => `/og/post/${id}.png`,
  topic: (name: string) => `/t/${segment(topicSlug(name))}`,
  topicFeed: (name: string) => `/t/${segment(topicSlug(name))}/feed.xml`,
  newFeed: '/new/feed.xml',
  popularFeed: '/popular/feed.xml',
  profile: (username: string) => `/u/${segment(username)}`,
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
