import { expect, it } from 'vitest'
import { type PageName, pages } from './pages.ts'

const titleOf = (name: PageName): string => {
  const { title = 'Prompts' } = pages[name]
  return typeof title === 'string' ? title : title('Prompts', { topic: 'machine-learning' })
}

// These paths must not change, because other sites link to them. A new page need not be added here.
it('keeps the paths, titles and rules for search engines of these pages', () => {
  const rows = (Object.keys(pages) as PageName[]).map((name) => {
    const { path, parameters = [], isInSitemap, isDisallowed, isNoindex, isBare } = pages[name]
    const rules = { 'in sitemap': isInSitemap, disallowed: isDisallowed, noindex: isNoindex, bare: isBare }
    const flags = Object.entries(rules).flatMap(([rule, applies]) => (applies ? [rule] : []))
    return [`${name}: ${path}`, titleOf(name), parameters.join(' '), flags.join(', ')].join(' | ')
  })
  expect(rows).toEqual(
    expect.arrayContaining([
      'home: / | Prompts – a library of AI prompts to discover and share | q types models feed sortBy window after view | in sitemap',
      'popular: /popular | Trending Posts | types models feed sortBy window after view | in sitemap',
      'new: /new | New Posts | types models feed sortBy after view | in sitemap',
      'leaderboard: /leaderboard | Leaderboard: Top Contributors | window | in sitemap',
      'optimize: /optimize | Optimize your AI prompts |  | in sitemap',
      'topic: /t/:topic | Machine Learning | types models feed sortBy window after view | ',
      'slug-post: /t/:topic/:slug | Machine Learning | comments | ',
      'slug-comment: /t/:topic/:slug/comment/:commentId | Machine Learning | comments | ',
      'post: /post/:id | Prompts | comments | ',
      'post-comment: /post/:id/comment/:commentId | Prompts | comments | ',
      'private-post: /private/:id | Prompts | comments | disallowed',
      'private-comment: /private/:id/comment/:commentId | Prompts | comments | disallowed',
      'profile: /u/:username | Prompts | after tab before | ',
      'admin: /admin | Prompts | tab q sort page view | disallowed, noindex',
      'settings: /settings | Prompts |  | disallowed, noindex',
      'notifications: /notifications | Prompts |  | disallowed, noindex',
      'bookmarks: /bookmarks | Bookmarked Posts | q after | disallowed, noindex',
      'private-posts: /private-posts | Private Posts | after | disallowed, noindex',
      'complete-profile: /complete-profile | Prompts |  | noindex, bare',
      'auth-callback: /auth/callback | Prompts |  | noindex, bare',
      'auth-popup: /auth/popup | Prompts |  | noindex, bare',
      'auth-signed-out: /auth/signed-out | Prompts |  | noindex, bare',
      'not-found: * | Prompts |  | ',
    ]),
  )
})

it('names a list after its topic or tag, or after the site if the path names nothing that can be read', () => {
  const titlesFor = (params: Record<string, string>) =>
    [pages.topic.title, pages.tag.title].map((title) => title('Prompts', params))
  expect(titlesFor({ topic: 'machine-learning', tag: 'c#' })).toEqual(['Machine Learning', '#c#'])
  expect(titlesFor({ topic: 'a\u0007b' })).toEqual(['Ab', '#'])
  expect(titlesFor({ topic: '\u0007\u009f' })).toEqual(['Prompts', '#'])
  expect(titlesFor({})).toEqual(['Prompts', '#'])
})

it('ends with the page that matches every path', () => {
  expect(Object.values(pages).findIndex(({ path }) => path === '*')).toBe(Object.keys(pages).length - 1)
})

it('neither lists nor indexes a page that robots.txt disallows', () => {
  for (const { path, isInSitemap, isDisallowed, isNoindex } of Object.values(pages))
    expect(Boolean(isInSitemap && (isDisallowed || isNoindex)), path).toBe(false)
})
