import { readdirSync } from 'node:fs'
import { expect, it, test } from 'vitest'
import { getPageCacheKey } from '#web/navigation/load-page.ts'
import { pageRoutes } from './routes.ts'

test('each file of pages/ has one route by its name, and loads that file', () => {
  const files = readdirSync(new URL('./pages', import.meta.url)).map((file) => file.replace('.tsx', ''))
  expect(pageRoutes.map(({ name }) => name).sort()).toEqual(files.sort())
  for (const { name, load } of pageRoutes) expect(load.toString()).toContain(`/pages/${name}.tsx`)
})

it.each([
  ['/', '/'],
  ['/?x=1', '/'],
  ['/?utm_source=a&q=cats&x=2', '/?q=cats'],
  ['/popular?types=Code&q=cats', '/popular?types=Code'],
  ['/?q=&q=dogs', '/'],
  ['/?sortBy=new&types=Text', '/?types=Text&sortBy=new'],
  ['/?q=cats&q=dogs&after=', '/?q=cats'],
  ['/post/7?x=1', '/post/7'],
  ['/nothing-here?x=1', '/*'],
  ['/nothing/here/either', '/*'],
])('%s is cached as %s', (url, expected) => {
  expect(getPageCacheKey(pageRoutes, url)).toBe(expected)
})
