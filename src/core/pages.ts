import type { IconName } from './icon-names.ts'
import { postFilterNames } from './post-filters.ts'
import { slugToTitle } from './slugs.ts'

type PageEntry = {
  /** The page's path pattern, such as `/post/:id`. */
  path: string
  /** The query parameters that the page reads, in the order of its canonical URL. All other parameters are ignored. */
  parameters?: readonly string[]
  /**
   * The default title, which a page may replace with a more specific one. If omitted, it is the site's name.
   */
  title?: string | ((siteName: string, params: Readonly<Record<string, string>>) => string)
  /** True if the sitemap lists the page. */
  isInSitemap?: boolean
  /** True if robots.txt disallows the page. */
  isDisallowed?: boolean
  /** True if the page asks search engines not to index it. */
  isNoindex?: boolean
  /** True if the page has no sidebar and header. */
  isBare?: boolean
  /** The page's link in the sidebar. The links have the same order as this table. */
  sidebar?: SidebarEntry
}

type SidebarEntry = { label: string; icon: IconName; isForMembers?: true; isNew?: true }

const definePages = <const T extends Record<string, PageEntry>>(
  table: T,
): { readonly [N in keyof T]: T[N] & PageEntry } => table

const LIST = [...postFilterNames, 'feed', 'sortBy', 'after', 'view']
const TRENDING_LIST = [...postFilterNames, 'feed', 'sortBy', 'window', 'after', 'view']
const POST = ['comments']

const topicTitle = (siteName: string, { topic = '' }: Readonly<Record<string, string>>): string =>
  slugToTitle(topic.replace(/\p{Cc}/gu, '')) || siteName

/**
 * Every page of the site, keyed by the name of its module in `src/app/web/pages`. Routes, titles, links, the
 * sitemap and robots.txt are derived from this table. The last page matches every path.
 */
export const pages = definePages({
  home: {
    path: '/',
    parameters: ['q', ...TRENDING_LIST],
    title: (siteName) => `${siteName} – a library of AI prompts to discover and share`,
    isInSitemap: true,
    sidebar: { label: 'Home', icon: 'house' },
  },
  popular: {
    path: '/popular',
    parameters: TRENDING_LIST,
    title: 'Trending Posts',
    isInSitemap: true,
    sidebar: { label: 'Trending', icon: 'trending-up' },
  },
  new: {
    path: '/new',
    parameters: LIST,
    title: 'New Posts',
    isInSitemap: true,
    sidebar: { label: 'New', icon: 'clock' },
  },
  bookmarks: {
    path: '/bookmarks',
    parameters: ['q', 'after'],
    title: 'Bookmarked Posts',
    isDisallowed: true,
    isNoindex: true,
    sidebar: { label: 'Bookmarks', icon: 'bookmark', isForMembers: true },
  },
  'private-posts': {
    path: '/private-posts',
    parameters: ['after'],
    title: 'Private Posts',
    isDisallowed: true,
    isNoindex: true,
    sidebar: { label: 'Private Posts', icon: 'lock', isForMembers: true },
  },
  drafts: {
    path: '/drafts',
    title: 'Drafts',
    isDisallowed: true,
    isNoindex: true,
    sidebar: { label: 'Drafts', icon: 'file-clock', isForMembers: true },
  },
  collections: {
    path: '/collections',
    title: 'Collections',
    isDisallowed: true,
    isNoindex: true,
    sidebar: { label: 'Collections', icon: 'layers', isForMembers: true },
  },
  leaderboard: {
    path: '/leaderboard',
    parameters: ['window'],
    title: 'Leaderboard: Top Contributors',
    isInSitemap: true,
    sidebar: { label: 'Leaderboard', icon: 'trophy' },
  },
  optimize: {
    path: '/optimize',
    title: 'Optimize your AI prompts',
    isInSitemap: true,
    sidebar: { label: 'Optimize Prompt', icon: 'wand-sparkles', isNew: true },
  },
  topic: { path: '/t/:topic', parameters: TRENDING_LIST, title: topicTitle },
  tag: { path: '/tag/:tag', parameters: TRENDING_LIST, title: (_, { tag = '' }) => `#${tag}` },
  'slug-post': { path: '/t/:topic/:slug', parameters: POST, title: topicTitle },
  'slug-comment': { path: '/t/:topic/:slug/comment/:commentId', parameters: POST, title: topicTitle },
  post: { path: '/post/:id', parameters: POST },
  'post-versions': { path: '/post/:id/versions', parameters: ['compare', 'view', 'before'], isNoindex: true },
  'suggest-edit': { path: '/post/:id/suggest-edit', parameters: ['revise'], isNoindex: true },
  'suggested-edits': { path: '/post/:id/suggested-edits', parameters: ['before'], isNoindex: true },
  'suggested-edit': { path: '/post/:id/suggested-edits/:suggestion', isNoindex: true },
  'post-lineage': { path: '/post/:id/lineage', isNoindex: true },
  'post-version': { path: '/post/:id/v/:number', isNoindex: true },
  'post-comment': { path: '/post/:id/comment/:commentId', parameters: POST },
  'private-post': { path: '/private/:id', parameters: POST, isDisallowed: true },
  'private-comment': { path: '/private/:id/comment/:commentId', parameters: POST, isDisallowed: true },
  profile: { path: '/u/:username', parameters: ['after', 'tab', 'before'] },
  collection: { path: '/c/:id/:slug', parameters: ['q', 'after'] },
  about: { path: '/about', title: 'About', isInSitemap: true },
  developers: { path: '/developers', title: 'Developers', isInSitemap: true },
  rules: { path: '/rules', title: 'Rules', isInSitemap: true },
  contact: { path: '/contact', title: 'Contact', isInSitemap: true },
  'report-illegal-content': {
    path: '/report-illegal-content',
    parameters: ['url'],
    title: 'Report illegal content',
    isInSitemap: true,
  },
  'confirm-notice': {
    path: '/confirm-notice',
    title: 'Confirm your report',
    isNoindex: true,
  },
  statements: {
    path: '/statements',
    title: 'Decisions about you',
    isNoindex: true,
  },
  statement: { path: '/statements/:id', title: 'Decision', isNoindex: true },
  'moderation-log': {
    path: '/moderation-log',
    parameters: ['kind', 'month', 'year', 'after'],
    title: 'Moderation log',
    isInSitemap: true,
  },
  privacy: { path: '/privacy', title: 'Privacy', isInSitemap: true },
  terms: { path: '/terms', title: 'Terms', isInSitemap: true },
  admin: {
    path: '/admin',
    parameters: ['tab', 'q', 'sort', 'page', 'view'],
    isDisallowed: true,
    isNoindex: true,
  },
  moderation: {
    path: '/moderation',
    parameters: ['tab', 'case'],
    title: 'Moderation',
    isNoindex: true,
  },
  reports: { path: '/reports', title: 'Your reports', isDisallowed: true, isNoindex: true },
  settings: { path: '/settings', isDisallowed: true, isNoindex: true },
  notifications: { path: '/notifications', isDisallowed: true, isNoindex: true },
  'complete-profile': { path: '/complete-profile', isNoindex: true, isBare: true },
  connect: { path: '/connect/:uid', title: 'Connect a program', isNoindex: true, isDisallowed: true },
  'auth-callback': { path: '/auth/callback', isNoindex: true, isBare: true },
  'auth-popup': { path: '/auth/popup', isNoindex: true, isBare: true },
  'auth-signed-out': { path: '/auth/signed-out', isNoindex: true, isBare: true },
  'not-found': { path: '*' },
})

export type Pages = typeof pages
export type PageName = keyof Pages
