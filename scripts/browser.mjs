// Finds a Chromium for the browser tests, or gets one.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { inRoot, node } from './paths.mjs'
import { run } from './run.mjs'
import { installSystemPackage } from './system-package.mjs'

/** Answers the path of a Chromium that runs, or null. */
export const findBrowser = async () => {
  const found = known().find(works)
  if (found) return found
  console.error('No Chromium here; asking Playwright for one …')
  const quiet = { stdio: ['ignore', 2, 2] }
  await run(node, [inRoot('node_modules/@playwright/test/cli.js'), 'install', 'chromium'], quiet)
  const brought = [await playwrightsOwn()].find(works)
  if (brought) return brought
  if (process.getuid?.() !== 0) return null
  console.error("Playwright's does not run here; installing the system's …")
  await installSystemPackage('chromium')
  return known().find(works) ?? null
}

const known = () => [
  process.env.CHROMIUM_PATH,
  ...['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'].flatMap((name) =>
    (process.env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, name)),
  ),
  '/usr/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const works = (file) =>
  Boolean(file) && existsSync(file) && spawnSync(file, ['--version'], { timeout: 20_000 }).status === 0

const playwrightsOwn = async () => {
  try {
    const { chromium } = await import(pathToFileURL(inRoot('node_modules/@playwright/test/index.mjs')).href)
    return chromium.executablePath()
  } catch {
    return null
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const browser = await findBrowser()
  console.log(browser ?? 'No Chromium found: set CHROMIUM_PATH')
  process.exit(browser ? 0 : 1)
}
