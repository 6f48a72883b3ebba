import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { renderPageSitemap } from '#features/feeds/server/syndication/sitemap.ts'
import { pageRoutes } from './routes.ts'

const site = { name: 'Prompts', url: 'https://prompts.example', version: '1.0.0' }
const addresses = [
  ...renderPageSitemap({ topics: [], tags: [], collectionPaths: [] }, site.url).matchAll(
    /<loc>([^<]*)<\/loc>/g,
  ),
].map(([, url]) => url ?? '')

it.each(addresses)('%s has a canonical link, a title and a description for link previews', async (url) => {
  const { pathname } = new URL(url)
  const { page } = (await pageRoutes.find(({ pattern }) => pattern.test(pathname))?.load()) ?? {}
  const location = { pathname, search: {}, hash: '' } as never
  const visit = { site, queryClient: new QueryClient(), location, params: {}, isPreload: false }
  const { meta = [], links = [] } = page?.head?.(visit) ?? {}
  const contentOf = (name: string) => meta.find((one) => name === (one?.property ?? one?.name))?.content
  expect(links[0]).toEqual({ rel: 'canonical', href: url })
  expect(contentOf('description')).toMatch(/\w{3}.{10}/)
  expect(contentOf('og:description')).toBe(contentOf('description'))
  expect(contentOf('og:title')).toMatch(/\w{3}/)
  expect(contentOf('og:url')).toBe(url)
  expect(contentOf('og:image')).toBe(`${site.url}/og/site.jpg`)
})
