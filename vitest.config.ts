import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { iconSpritePlugin } from './scripts/icon-sprite.ts'

/**
 * Whether to run the tests tagged `full`, too: `npm run test:full` and the workflow of each night set it. Tests are tagged
 * that take long and guard what other tests guard in a shorter way, too.
 */
const isFull = process.env.FULL_TESTS === 'true'

/**
 * Tests that cannot share modules with others: of the code of pages, whose modules have the state of one page, those that
 * replace modules with `vi.mock`, and one that looks at the processes which a module has started.
 */
const ISOLATED = [
  'src/{web,app/web,features/*/web}/**/*.test.ts',
  'tests/queries.test.ts',
  'src/server/database/migrate-locked-table.test.ts',
  'src/server/media/image-worker.test.ts',
]

const shared = {
  environment: 'node' as const,
  // Reads return what they have found by their time limit, which a busy machine would otherwise reach.
  env: { TIME_LIMIT_SCALE: process.env.TIME_LIMIT_SCALE ?? '20' },
  // A test that hangs ends after this time. It is long, because beside other work a test takes ten times as long.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 30_000 } },
}

export default defineConfig({
  // Tests that render pages on the server need the URL of the icons.
  plugins: [iconSpritePlugin()],
  test: {
    // Two leave a quarter of two cores idle, because many tests wait for a server, a lock or a mail.
    maxWorkers: 3,
    tags: [{ name: 'full', description: 'Runs in `npm run test:full` only' }],
    ...(!isFull && { tagsFilter: ['!full'] }),
    projects: [
      {
        extends: true,
        plugins: [iconSpritePlugin()],
        test: {
          ...shared,
          name: 'unit',
          // The whole run shares one PostgreSQL; each test file clones a migrated database.
          globalSetup: ['tests/support/global-setup.ts'],
          setupFiles: ['tests/support/cheap-passwords.ts'],
          // All files of a worker share the modules that they import, which takes 40 % off the time.
          isolate: false,
          include: [
            'src/**/*.test.ts',
            'packages/**/*.test.ts',
            'database/**/*.test.ts',
            'tests/**/*.test.ts',
          ],
          exclude: ['tests/browser/**', 'tests/faults/**', ...ISOLATED],
        },
      },
      {
        extends: true,
        plugins: [iconSpritePlugin()],
        test: {
          ...shared,
          name: 'isolated',
          globalSetup: ['tests/support/global-setup.ts'],
          setupFiles: ['tests/support/cheap-passwords.ts'],
          include: ISOLATED,
        },
      },
      {
        // Components in a real browser, with the plug-ins and styles of the site.
        extends: './vite.config.ts',
        // All dependencies are found and bundled before the tests start, and anew in every run. One that is found
        // later reloads the page, which fails the test that runs.
        optimizeDeps: { entries: ['src/app/web/entry-client.tsx'], force: true },
        test: {
          ...shared,
          name: 'components',
          // Runs in three windows, after the other projects. By default it would be one window, which leaves a core idle.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          // `expect.element` waits until the test ends, so a failing test takes this long.
          testTimeout: 60_000,
          include: ['src/**/*.test.tsx'],
          browser: {
            enabled: true,
            headless: true,
            provider: playwright({
              launchOptions: {
                executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
                args: ['--no-sandbox', '--disable-gpu'],
              },
            }),
            instances: [{ browser: 'chromium', viewport: { width: 1280, height: 800 } }],
            screenshotFailures: false,
          },
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
        },
      },
    ],
  },
})
