// Runs the browser tests, or only the named ones, against two servers behind nginx: `npm run test:two-servers -- FILE`.
import { findBrowser } from './browser.mjs'
import { fromRoot, nodePath } from './paths.mjs'
import { runNpm, runProgram } from './run.mjs'
import { installTestPrograms } from './test-programs.mjs'

await installTestPrograms()
const browser = await findBrowser()
if (!browser) throw new Error('No Chromium found. Set CHROMIUM_PATH.')
const buildCode = await runNpm(['run', '--silent', 'build'])
if (buildCode !== 0) process.exit(buildCode)
const playwright = fromRoot('node_modules/@playwright/test/cli.js')
process.exit(
  await runProgram(nodePath, [playwright, 'test', ...process.argv.slice(2)], {
    env: { SERVERS: '2', CHROMIUM_PATH: browser },
  }),
)
