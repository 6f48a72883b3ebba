// Runs all checks and tests, fastest first. A step that fails stops only those that need it, so that one run shows all
// failures. The output ends with the names of failed tests and their number.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findBrowser } from './browser.mjs'
import { installDependencies } from './install.mjs'
import { fromRoot, nodePath } from './paths.mjs'
import { installSystemPackage, runNpm, runProgram } from './run.mjs'
import { installTestPrograms } from './test-programs.mjs'

// The reports are in a temporary directory because Playwright empties test-results.
const reports = mkdtempSync(path.join(tmpdir(), 'prompts-reports-'))
const unitReport = path.join(reports, 'unit.json')
const browserReport = path.join(reports, 'browser.json')

const getBrowser = async () => {
  const browser = await findBrowser()
  console.log(browser ? `Browser tests use ${browser}` : 'No Chromium found. Set CHROMIUM_PATH.')
  if (browser) process.env.CHROMIUM_PATH = browser
  return browser ? 0 : 1
}

/**
 * Installs Firefox and WebKit, in which the main journeys also run. The tests for them are skipped if they cannot be
 * installed.
 */
const getEngines = async () => {
  const programs = { 'firefox-esr': 'firefox-esr', 'webkit2gtk-driver': 'WebKitWebDriver', xvfb: 'Xvfb' }
  for (const [name, program] of Object.entries(programs)) {
    const isInstalled = () => spawnSync('which', [program]).status === 0
    if (!isInstalled()) await installSystemPackage(name)
    console.log(
      isInstalled() ? `${program} is installed` : `${program} is not available; its tests are skipped`,
    )
  }
  return 0
}

const unitTests = () =>
  runProgram(nodePath, [
    fromRoot('node_modules/vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${unitReport}`,
  ])

const browserTests = () =>
  runProgram(nodePath, [fromRoot('node_modules/@playwright/test/cli.js'), 'test', '--reporter=list,json'], {
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport },
  })

/** Each step with its name and the names of the steps that it needs. */
const steps = [
  ['install', [], installDependencies],
  ['browser', ['install'], getBrowser],
  ['other programs', ['install'], installTestPrograms],
  ['other browser engines', ['install'], getEngines],
  ['check', ['install'], () => runNpm(['run', '--silent', 'check'])],
  ['build', ['install'], () => runNpm(['run', '--silent', 'build'])],
  ['unit and server tests', ['install', 'browser', 'build'], unitTests],
  ['browser tests', ['install', 'browser', 'build'], browserTests],
]

/** Runs the steps and returns the names of those that failed or were left out. */
const runSteps = async () => {
  const failed = []
  for (const [name, needed, step] of steps) {
    const missing = needed.filter((other) => failed.includes(other))
    if (missing.length > 0) {
      failed.push(name)
      summary.push(`skipped ${name}, which needs ${missing.join(' and ')}`)
      continue
    }
    const startedAt = Date.now()
    console.log(`\n== ${name}`)
    const code = await step()
    if (code !== 0) failed.push(name)
    summary.push(
      `${code === 0 ? 'passed' : 'FAILED'}  ${name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`,
    )
  }
  return failed
}

const read = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}

const count = () => {
  const unit = read(unitReport)
  const { expected = 0, flaky = 0, unexpected = 0 } = read(browserReport).stats ?? {}
  return {
    passed: (unit.numPassedTests ?? 0) + expected + flaky,
    failed: (unit.numFailedTests ?? 0) + unexpected,
  }
}

/** Returns the failed tests. A file that failed before its first test is listed itself. */
const failedUnitTests = ({ testResults = [] }) =>
  testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const file = path.relative(fromRoot('.'), name)
      const failed = assertionResults.filter(({ status }) => status === 'failed')
      return failed.length === 0 ? [file] : failed.map(({ fullName }) => `${file}: ${fullName}`)
    })

const failedBrowserTests = ({ suites = [] }) =>
  suites.flatMap((suite) => [
    ...(suite.specs ?? [])
      .filter(({ ok }) => !ok)
      .map(({ file, title }) => `tests/browser/${file}: ${title}`),
    ...failedBrowserTests(suite),
  ])

const summary = []
const failedSteps = await runSteps()
const { passed, failed } = count()
const failures = [...failedUnitTests(read(unitReport)), ...failedBrowserTests(read(browserReport))]
rmSync(reports, { recursive: true })
console.log(`\n${[...summary, ...failures].join('\n')}\n`)
// A step can fail without a failing test, so failed steps count as at least one failure.
const hasFailed = failedSteps.length > 0
console.log(`${passed} passed, ${hasFailed ? Math.max(failed, 1) : failed} failed`)
process.exit(hasFailed ? 1 : 0)
