// This module finds or installs a Chromium for the browser tests.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { fromRoot, nodePath } from './paths.mjs'
import { installSystemPackage, runProgram } from './run.mjs'

/**
 * Debian's package of headless Chromium. With it, the browser tests take two thirds of the time (decision
 * 88).
 */
const HEADLESS_SHELL = 'chromium-headless-shell'

/** Returns the path of a working Chromium, preferably of the headless shell, or null. */
export const findBrowser = async () => {
  const isChosen = works(process.env.CHROMIUM_PATH)
  if (!isChosen && !onPath(HEADLESS_SHELL).some(works)) await installSystemPackage(HEADLESS_SHELL)
  const installed = candidates().find(works)
  if (installed) return installed
  console.error('No Chromium found; installing one with Playwright …')
  const quiet = { stdio: ['ignore', 2, 2] }
  await runProgram(nodePath, [fromRoot('node_modules/@playwright/test/cli.js'), 'install', 'chromium'], quiet)
  const downloaded = [await playwrightChromium()].find(works)
  if (downloaded) return downloaded
  if (process.getuid?.() !== 0) return null
  console.error("Playwright's Chromium does not run on this system; installing the system package …")
  await installSystemPackage('chromium')
  return candidates().find(works) ?? null
}

const onPath = (name) =>
  (process.env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, name))

const candidates = () => [
  process.env.CHROMIUM_PATH,
  ...[HEADLESS_SHELL, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'].flatMap(
    onPath,
  ),
  '/usr/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const works = (file) =>
  Boolean(file) && existsSync(file) && spawnSync(file, ['--version'], { timeout: 20_000 }).status === 0

const playwrightChromium = async () => {
  try {
    const { chromium } = await import(pathToFileURL(fromRoot('node_modules/@playwright/test/index.mjs')).href)
    return chromium.executablePath()
  } catch {
    return null
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const browser = await findBrowser()
  console.log(browser ?? 'No Chromium found. Set CHROMIUM_PATH.')
  process.exit(browser ? 0 : 1)
}
