import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { ApiError } from '../api-client.ts'
import { finishLoading, loadPage } from './load-page.ts'
import { defineRoute, NotFound, type Page, type PageVisit, Redirect, type RouteLayout } from './page.ts'
import { parseLocation } from './page-location.ts'

const context = {
  queryClient: new QueryClient(),
  site: { name: 'Site', url: 'https://site.example', version: '1.0.0' },
}
const steps: string[] = []
const Nothing = () => null
const layout: RouteLayout = {
  gate: async () => steps.push('gate'),
  load: async () => steps.push('layout'),
  Component: Nothing,
}
const pageWith = (load?: (visit: PageVisit) => Promise<unknown>) => async (): Promise<{ page: Page }> => ({
  page: { ...(load ? { load } : {}), Component: Nothing },
})
const failing = (what: 'gate' | 'load'): RouteLayout => ({
  ...layout,
  [what]: async () => {
    throw new Error(what)
  },
})
const thrown = (error: unknown) => async () => {
  throw error
}
const routes = [
  defineRoute(
    layout,
    '/',
    'home',
    pageWith(async () => steps.push('page')),
  ),
  defineRoute(layout, '/t/:topic/:slug', 'post', pageWith()),
  defineRoute(layout, '/gone', 'gone', pageWith(thrown(new NotFound('Post not found')))),
  defineRoute(layout, '/by-proxy', 'by-proxy', pageWith(thrown(new ApiError(404, '<h1>No such file</h1>')))),
  defineRoute(layout, '/old', 'old', pageWith(thrown(new Redirect('/new', 301)))),
  defineRoute(layout, '/broken', 'broken', pageWith(thrown(new Error('no database')))),
  defineRoute(failing('gate'), '/no-gate', 'no-gate', pageWith()),
  defineRoute(failing('load'), '/no-layout', 'no-layout', pageWith()),
  defineRoute(layout, '*', 'rest', pageWith(thrown(new NotFound()))),
]
beforeEach(() => steps.splice(0))

const load = (address: string) => loadPage(routes, context, parseLocation(address))
const outcomeOf = async (address: string) => {
  const loaded = await load(address)
  return loaded instanceof Redirect ? loaded : { ...loaded.rendered.outcome, failure: loaded.failure }
}

test('runs the gate before the layout and the page', async () => {
  expect(await outcomeOf('/')).toEqual({ kind: 'loaded', failure: undefined })
  expect(steps).toEqual(['gate', 'layout', 'page'])
})

test('decodes path parameters, and keeps invalid ones as they are', async () => {
  const paramsOf = async (address: string) => {
    const loaded = await load(address)
    return loaded instanceof Redirect ? loaded : loaded.rendered.visit.params
  }
  expect(await paramsOf('/t/caf%C3%A9/a%2Fb')).toEqual({ topic: 'café', slug: 'a/b' })
  expect(await paramsOf('/t/%/%E0%A4%A')).toEqual({ topic: '%', slug: '%E0%A4%A' })
})

test('redirects a path with superfluous slashes to the normalized one on this site, keeping the query', async () => {
  expect(await load('/t/a/b/?q=1')).toEqual(new Redirect('/t/a/b?q=1', 302))
  expect(await load('//evil.example/x/?q=1')).toEqual(new Redirect('/evil.example/x?q=1', 302))
})

test('a page can redirect or report that it does not exist', async () => {
  expect(await outcomeOf('/old')).toEqual(new Redirect('/new', 301))
  expect(await outcomeOf('/gone')).toMatchObject({ kind: 'notFound', title: 'Post not found' })
  expect(await outcomeOf('/by-proxy')).toMatchObject({ kind: 'notFound', title: undefined })
  expect(await outcomeOf('/no/such/path')).toMatchObject({ kind: 'notFound', title: undefined })
})

test('returns failures for the log only, and omits the layout if the layout failed', async () => {
  expect(await outcomeOf('/broken')).toEqual({
    kind: 'failed',
    bare: false,
    failure: new Error('no database'),
  })
  expect(await outcomeOf('/no-gate')).toEqual({ kind: 'failed', bare: true, failure: new Error('gate') })
  expect(await outcomeOf('/no-layout')).toEqual({ kind: 'failed', bare: true, failure: new Error('load') })
})

test('resumes a server-rendered page without loading it again', async () => {
  const shown = await finishLoading(routes, context, parseLocation('/'), { kind: 'loaded' })
  expect(shown.route.name).toBe('home')
  expect(steps).toEqual([])
})
