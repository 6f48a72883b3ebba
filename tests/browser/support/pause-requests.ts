import type { Page } from '@playwright/test'

/**
 * Pauses requests with this URL and method until the returned function is called. Then they continue to the previously
 * set route, if any.
 */
export const pauseRequests = async (page: Page, url: string, method = 'GET'): Promise<() => void> => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(url, async (route) => {
    if (route.request().method() === method) await released
    await route.fallback()
  })
  return release
}
