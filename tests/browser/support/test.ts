import { test as base, type Page } from '@playwright/test'

export { expect } from '@playwright/test'

type Fixtures = {
  /** Console errors that this test brings about on purpose. */
  expectedErrors: RegExp[]
  /** Calls of the API that the open page has made. */
  calls: string[]
  watched: undefined
}

/** Fails on any error in the console, a hydration mismatch and a refused script among them. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  baseURL: async ({}, use) => use(process.env.SITE_URL),
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
      await use(undefined)
      const unexpected = errors.filter((error) => !expectedErrors.some((expected) => expected.test(error)))
      base.expect(unexpected, 'errors in the console').toEqual([])
    },
    { auto: true },
  ],
})

const watchErrors = (page: Page): string[] => {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(error.message))
  return errors
}

/** The page answers clicks and keys: React has taken over, and its effects have run. */
export const hydrated = async (page: Page): Promise<void> => {
  // The document comes first, what is in the page when its own script has come.
  await page.waitForFunction(() => {
    const main = document.querySelector('main')
    return main !== null && Object.keys(main).some((key) => key.startsWith('__react'))
  })
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}
