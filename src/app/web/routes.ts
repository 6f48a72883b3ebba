import { type Route, route } from '#web/navigation/page.ts'
import { bareFrame, siteFrame } from './site-frame.tsx'

const POST = ['comments']
const LIST = ['types', 'models', 'feed', 'sortBy', 'after']

/** Every page of the site. The last route matches every path. */
export const routes: readonly Route[] = [
  route(siteFrame, '/', 'home', () => import('./pages/home.tsx'), ['q', ...LIST]),
  route(siteFrame, '/popular', 'popular', () => import('./pages/popular.tsx'), LIST),
  route(siteFrame, '/new', 'new', () => import('./pages/new.tsx'), LIST),
  route(siteFrame, '/t/:topic', 'topic', () => import('./pages/topic.tsx'), LIST),
  route(siteFrame, '/t/:topic/:slug', 'slug-post', () => import('./pages/slug-post.tsx'), POST),
  route(
    siteFrame,
    '/t/:topic/:slug/comment/:commentId',
    'slug-comment',
    () => import('./pages/slug-comment.tsx'),
    POST,
  ),
  route(siteFrame, '/post/:id', 'post', () => import('./pages/post.tsx'), POST),
  route(
    siteFrame,
    '/post/:id/comment/:commentId',
    'post-comment',
    () => import('./pages/post-comment.tsx'),
    POST,
  ),
  route(siteFrame, '/private/:id', 'private-post', () => import('./pages/private-post.tsx'), POST),
  route(
    siteFrame,
    '/private/:id/comment/:commentId',
    'private-comment',
    () => import('./pages/private-comment.tsx'),
    POST,
  ),
  route(siteFrame, '/u/:username', 'profile', () => import('./pages/profile.tsx'), ['after']),
  route(siteFrame, '/bookmarks', 'bookmarks', () => import('./pages/bookmarks.tsx'), ['q', 'after']),
  route(siteFrame, '/private-posts', 'private-posts', () => import('./pages/private-posts.tsx'), ['after']),
  route(siteFrame, '/notifications', 'notifications', () => import('./pages/notifications.tsx')),
  route(siteFrame, '/leaderboard', 'leaderboard', () => import('./pages/leaderboard.tsx')),
  route(siteFrame, '/optimize', 'optimize', () => import('./pages/optimize.tsx')),
  route(siteFrame, '/settings', 'settings', () => import('./pages/settings.tsx')),
  route(siteFrame, '/admin', 'admin', () => import('./pages/admin.tsx'), ['tab', 'q', 'sort', 'page']),
  route(bareFrame, '/complete-profile', 'complete-profile', () => import('./pages/complete-profile.tsx')),
  route(bareFrame, '/auth/callback', 'auth-callback', () => import('./pages/auth-callback.tsx')),
  route(bareFrame, '/auth/popup', 'auth-popup', () => import('./pages/auth-popup.tsx')),
  route(bareFrame, '/auth/signed-out', 'auth-signed-out', () => import('./pages/auth-signed-out.tsx')),
  route(siteFrame, '*', 'not-found', () => import('./pages/not-found.tsx')),
]
