import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Prints how long hydration and interactions take in a browser with a slow processor. The site must be built. */
const root = fileURLToPath(new URL('..', import.meta.url))
const { status } = spawnSync(
  process.execPath,
  [`${root}node_modules/@playwright/test/cli.js`, 'test', 'tests/browser/responsiveness.spec.ts'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, FULL_TESTS: 'true', PRINT_FIGURES: 'true' } },
)
process.exitCode = status ?? 1
