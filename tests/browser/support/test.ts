import { expect, type Page, type Request } from '@playwright/test'
import { test as base } from './with-site.ts'

export { expect }

type Fixtures = {
  /** Console errors that this test causes on purpose. */
  expectedErrors: RegExp[]
  /** URLs of the API requests that the open page has sent. */
  calls: string[]
  watched: undefined
}

/** Fails the test on any console error, including hydration mismatches and blocked scripts. */
export const test = base.extend<Fixtures>({
  baseURL: async ({ site }, use) => use(site.url),
  expectedErrors: [[], { option: true }],
  calls: async ({ page }, use) => {
    const calls: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/api/')) calls.push(request.url())
    })
    await use(calls)
  },
  watched: [
    async ({ page, expectedErrors }, use) => {
      const errors = watchErrors(page)
      page.context().on('page', watchCalls)
      watchCalls(page)
      await use(undefined)
      const unexpected = errors.filter((error) => !expectedErrors.some((expected) => expected.test(error)))
      expect(unexpected, 'errors in the console').toEqual([])
    },
    { auto: true },
  ],
})

const watchErrors = (page: Page): string[] => {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => errors.push(error.message))
  return errors
}

/** Waits until React has hydrated the page and run its effects so that clicks and keys work. */
export const waitForHydration = async (page: Page): Promise<void> => {
  // React hydrates the document first, and the page once its own script has loaded.
  await page.waitForFunction(() => {
    const main = document.querySelector('main')
    return main !== null && Object.keys(main).some((key) => key.startsWith('__react'))
  })
  await waitForAnimationFrames(page)
}

/** Waits until the browser has rendered two frames so that a test can then check that nothing has changed. */
export const waitForAnimationFrames = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

/** The API requests without a response yet of each page, except those to the stream of notifications. */
const openCalls = new WeakMap<Page, Set<Request>>()

const watchCalls = (page: Page): void => {
  const open = new Set<Request>()
  openCalls.set(page, open)
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/') && !pathname.endsWith('/stream')) open.add(request)
  })
  page.on('response', (response) => open.delete(response.request()))
  page.on('requestfailed', (request) => open.delete(request))
}

/** Waits until the page has responses to all its API requests, except to the stream of notifications. */
export const waitForApiCalls = async (page: Page): Promise<void> => {
  await waitForAnimationFrames(page)
  const open = openCalls.get(page)
  if (!open) throw new Error('The requests of this page are not watched')
  await expect.poll(() => [...open].map((request) => request.url())).toEqual([])
}
