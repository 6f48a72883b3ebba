import type { Page } from '@playwright/test'

/**
 * Holds the calls of this address and method back until what it answers is called. They go on to the route that was
 * set before, if any.
 */
export const hold = async (page: Page, url: string, method = 'GET'): Promise<() => void> => {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(url, async (route) => {
    if (route.request().method() === method) await held
    await route.fallback()
  })
  return letGo
}
