import { defineConfig } from '@playwright/test'

const NO_OUTSIDE = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
]

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results/browser',
  globalSetup: './tests/browser/support/site.ts',
  // Each worker has a browser and a site of its own. Two leave a tenth of two cores idle.
  workers: 3,
  fullyParallel: false,
  // `npm test` leaves out what is tagged `@full`; `npm run test:full` runs everything.
  ...(process.env.FULL_TESTS !== 'true' && { grepInvert: /@full/ }),
  // A slow machine must not fail tests.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  // A test that passes only sometimes has a fault that a retry would hide.
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  use: {
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', ...NO_OUTSIDE],
    },
  },
})
