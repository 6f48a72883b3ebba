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
  // Run one server and one browser, because the machine may have only two cores.
  workers: 1,
  fullyParallel: false,
  // A slow machine must not fail tests; a test that passes only on retry is reported as flaky.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  retries: process.env.CI ? 1 : 0,
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
