import type { RouteParams } from 'regexparam'
import type { FeedWindow } from './feed-windows.ts'
import { type PageName, type Pages, pages } from './pages.ts'
import { buildSeoSlug, toTopicSlug } from './slugs.ts'

/** The fields of a post that its link depends on. */
export type LinkedPost = {
  id: number
  isPrivate: boolean
  privateId?: string | null
  seoSlug?: string | null
  topic?: { name: string } | null
}

type Params<N extends PageName> = {
  [K in keyof RouteParams<Pages[N]['path']>]: string | number
}

/** Builds the path of a page by its name in `pages.ts`, such as `pathOf('profile', { username })`. */
export const buildPath = <N extends PageName>(
  name: N,
  ...[params]: keyof Params<N> extends never ? [] : [Params<N>]
): string => fill(templates[name], params as Record<string, string> | undefined)

/** Each page's path, split at its parameters, so the parameter names are at the odd indexes. */
const templates = Object.fromEntries(
  Object.entries(pages).map(([name, { path }]) => [name, path.split(/:(\w+)/)]),
) as Record<PageName, string[]>

const fill = (template: string[], params: Record<string, string> = {}): string => {
  let path = ''
  template.forEach((part, index) => {
    path += index % 2 ? encodeURIComponent(params[part] ?? '') : part
  })
  return path
}

const postById = (id: number): string => buildPath('post', { id })
const topic = (name: string): string => buildPath('topic', { topic: toTopicSlug(name) })

/** Builds the URL of a list of posts, filtered by one type or model. */
const filtered = (list: string, filter: 'types' | 'models', value: string): string =>
  `${list}?${filter}=${encodeURIComponent(value)}`

/**
 * Returns the query string that selects the trending posts of a period. Without a period, the list has its default
 * order.
 */
const windowQuery = (window?: FeedWindow): string => (window ? `?window=${window}` : '')

/** Returns the canonical path of a post (docs/spec/pages.md#post-links). */
const post = (p: LinkedPost): string => {
  if (p.isPrivate && p.privateId) return buildPath('private-post', { id: p.privateId })
  if (p.seoSlug && p.topic)
    return buildPath('slug-post', { topic: toTopicSlug(p.topic.name), slug: p.seoSlug })
  return postById(p.id)
}

/**
 * Builds every public URL of the site. No other code may contain a literal URL. The URLs of pages are derived from
 * `pages.ts`; a new page need not be added here, because `buildPath` builds its path.
 */
export const paths = {
  home: pages.home.path,
  popular: pages.popular.path,
  newest: pages.new.path,
  bookmarks: pages.bookmarks.path,
  privatePosts: pages['private-posts'].path,
  collections: pages.collections.path,
  collection: ({ id, title }: { id: string; title: string }) =>
    buildPath('collection', { id, slug: buildSeoSlug(title, 'collection') }),
  collectionFeed: (id: string) => `/c/${id}/feed.xml`,
  collectionExport: (id: string, format: string) => `/api/collections/${id}/export?format=${format}`,
  leaderboard: pages.leaderboard.path,
  optimize: pages.optimize.path,
  notifications: pages.notifications.path,
  unsubscribe: (token: string) => `${pages.notifications.path}/unsubscribe/${token}`,
  settings: pages.settings.path,
  notificationSettings: `${pages.settings.path}#notifications`,
  /** What the member has muted and whom they block. */
  mutedSettings: `${pages.settings.path}#muted`,
  standing: `${pages.settings.path}#standing`,
  /** The feed of the newest prompts from topics that the member follows. */
  following: `${pages.home.path}?feed=following`,
  statement: (id: number) => buildPath('statement', { id }),
  completeProfile: pages['complete-profile'].path,
  admin: pages.admin.path,
  invitation: (token: string) => `/auth/invitation/${token}`,
  moderation: pages.moderation.path,
  moderationCase: (id: number) => `${pages.moderation.path}?case=${id}`,
  decidedCase: (id: number) => `${pages.moderation.path}?tab=decided&case=${id}`,
  moderationTab: (tab: 'decided' | 'appeals' | 'accounts') => `${pages.moderation.path}?tab=${tab}`,
  reports: pages.reports.path,
  /** The form of legal notices, for content at this URL, which must not contain the secret of a private link. */
  legalNotice: (url: string) => `${pages['report-illegal-content'].path}?url=${encodeURIComponent(url)}`,
  signInOpening: '/auth/opening',
  signInPopup: pages['auth-popup'].path,
  signInCallback: pages['auth-callback'].path,
  signedOut: pages['auth-signed-out'].path,
  search: (q: string) => (q ? `${pages.home.path}?${new URLSearchParams({ q })}` : pages.home.path),
  filtered,
  post,
  postById,
  comment: (p: LinkedPost, commentId: number) => `${post(p)}/comment/${commentId}`,
  lineage: (id: number) => buildPath('post-lineage', { id }),
  suggestEdit: (id: number) => buildPath('suggest-edit', { id }),
  suggestedEdits: (id: number) => buildPath('suggested-edits', { id }),
  suggestedEdit: (id: number, suggestion: number) => buildPath('suggested-edit', { id, suggestion }),
  versions: (id: number) => buildPath('post-versions', { id }),
  version: (id: number, number: number) => buildPath('post-version', { id, number }),
  comparison: (id: number, from: number, to: number) =>
    `${buildPath('post-versions', { id })}?compare=${from}..${to}`,
  postMarkdown: (id: number) => `${postById(id)}.md`,
  postPreviewImage: (id: number) => `/og/post/${id}.jpg`,
  sitePreviewImage: '/og/site.jpg',
  topic,
  topicFeed: (name: string, window?: FeedWindow) => `${topic(name)}/feed.xml${windowQuery(window)}`,
  tag: (name: string) => buildPath('tag', { tag: name }),
  tagFeed: (name: string, window?: FeedWindow) =>
    `${buildPath('tag', { tag: name })}/feed.xml${windowQuery(window)}`,
  newFeed: `${pages.new.path}/feed.xml`,
  popularFeed: (window?: FeedWindow) => `${pages.popular.path}/feed.xml${windowQuery(window)}`,
  profile: (username: string) => buildPath('profile', { username }),
  profileTab: (username: string, tab: 'comments' | 'remixes' | 'collections') =>
    `${buildPath('profile', { username })}?tab=${tab}`,
  sitemap: '/sitemap.xml',
  sitemapPart: (part: number) => `/sitemap/${part}.xml`,
  mcp: '/mcp',
  authorizationServerMetadata: '/.well-known/oauth-authorization-server',
  /** The metadata of a resource of the site (RFC 9728), whose own path is at the end. */
  resourceMetadata: (path: '' | '/api' | '/mcp') => `/.well-known/oauth-protected-resource${path}`,
  connect: (uid: string) => buildPath('connect', { uid }),
  /** All public posts as a file. */
  library: (format: 'csv' | 'json') => `/prompts.${format}`,
  robots: '/robots.txt',
  llms: '/llms.txt',
  ai: '/ai.txt',
  apiDocs: '/api/docs',
  apiDocument: '/api/openapi.json',
  apiProblems: '/api/problems',
  media: (name: string) => `/media/${name}`,
  mediaThumbnail: (name: string, width: number) => `/media/${name}/${width}.webp`,
  /** The first frame of an animation. */
  mediaStill: (name: string, width: number) => `/media/${name}/${width}-still.webp`,
} as const
