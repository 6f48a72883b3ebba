import type { RouteParams } from 'regexparam'
import { type PageName, type Pages, pages } from '#core/pages.ts'
import { type Page, type Route, route } from '#web/navigation/page.ts'
import { bareFrame, siteFrame } from './site-frame.tsx'

type PageModule<N extends PageName> = { page: Page<RouteParams<Pages[N]['path']>> }

/** The code of each page, loaded when it is first needed. */
const modules: { readonly [N in PageName]: () => Promise<PageModule<N>> } = {
  home: () => import('./pages/home.tsx'),
  popular: () => import('./pages/popular.tsx'),
  new: () => import('./pages/new.tsx'),
  leaderboard: () => import('./pages/leaderboard.tsx'),
  optimize: () => import('./pages/optimize.tsx'),
  topic: () => import('./pages/topic.tsx'),
  'slug-post': () => import('./pages/slug-post.tsx'),
  'slug-comment': () => import('./pages/slug-comment.tsx'),
  post: () => import('./pages/post.tsx'),
  'post-comment': () => import('./pages/post-comment.tsx'),
  'private-post': () => import('./pages/private-post.tsx'),
  'private-comment': () => import('./pages/private-comment.tsx'),
  profile: () => import('./pages/profile.tsx'),
  admin: () => import('./pages/admin.tsx'),
  settings: () => import('./pages/settings.tsx'),
  notifications: () => import('./pages/notifications.tsx'),
  bookmarks: () => import('./pages/bookmarks.tsx'),
  'private-posts': () => import('./pages/private-posts.tsx'),
  'complete-profile': () => import('./pages/complete-profile.tsx'),
  'auth-callback': () => import('./pages/auth-callback.tsx'),
  'auth-popup': () => import('./pages/auth-popup.tsx'),
  'auth-signed-out': () => import('./pages/auth-signed-out.tsx'),
  'not-found': () => import('./pages/not-found.tsx'),
}

/** Every page of the site, in the order of the table. The last route matches every path. */
export const routes: readonly Route[] = (Object.keys(pages) as PageName[]).map((name) => {
  const { path, parameters, isBare } = pages[name]
  return route(isBare ? bareFrame : siteFrame, path, name, modules[name] as Route['load'], parameters)
})
