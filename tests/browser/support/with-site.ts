import { test as base } from '@playwright/test'
import { closeSiteDatabase } from './members.ts'
import { startSite } from './site.ts'

/**
 * A test with a site that other workers do not change. SITE_URL, SITE_DATABASE_URL and SITE_DATA_DIR tell the tests where
 * to find it.
 */
export const test = base.extend<object, { site: { url: string } }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const site = await startSite()
      process.env.SITE_URL = site.url
      process.env.SITE_DATABASE_URL = site.databaseUrl
      process.env.SITE_DATA_DIR = site.dataDir
      await use(site)
      await closeSiteDatabase()
      await site.stop()
    },
    // A slow machine must not fail tests.
    { scope: 'worker', auto: true, timeout: 120_000 },
  ],
})
