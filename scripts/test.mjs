// Runs all checks and tests, fastest first. A step that fails stops only those that need it, so that one run shows all
// failures. The output ends with the names of failed tests, their errors, and their number.
//
// `npm test` takes a quarter of an hour. `npm run test:full` adds the tests tagged `full`, Firefox and WebKit, the browser
// tests against two servers, and an hour of mixed load. `npm test -- --changed` runs the checks and what the change since
// main can have broken; `--changed COMMIT` compares with another commit.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { findBrowser } from './browser.mjs'
import { installDependencies } from './install.mjs'
import { fromRoot, nodePath } from './paths.mjs'
import { installSystemPackage, runNpm, runProgram } from './run.mjs'
import { installTestPrograms } from './test-programs.mjs'

const { values, positionals } = parseArgs({
  options: { full: { type: 'boolean', default: false }, changed: { type: 'boolean', default: false } },
  allowPositionals: true,
})
if (values.full) process.env.FULL_TESTS = 'true'

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

const unitTests = (...files) =>
  runProgram(nodePath, [
    fromRoot('node_modules/vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${unitReport}`,
    ...files,
  ])

const browserTests = (...files) =>
  runProgram(
    nodePath,
    [fromRoot('node_modules/@playwright/test/cli.js'), 'test', '--reporter=list,json', ...files],
    { env: { PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport } },
  )

/** Runs the tests that the change can have broken, the browser tests that have changed, and visits of the pages that it concerns. */
const changedTests = async () => {
  const { chooseRelatedTests } = await import('./related-tests.mjs')
  const { describeChoice } = await import('./choose-tests.mjs')
  const choice = chooseRelatedTests(positionals[0])
  console.log(describeChoice(choice).join('\n'))
  if (choice.everything) return (await unitTests()) || (await browserTests())
  const files = choice.tests.map(({ name }) => name)
  const isBrowserTest = (file) => file.startsWith('tests/browser/')
  const unit = files.filter((file) => !isBrowserTest(file))
  const browser = files.filter(isBrowserTest)
  if (choice.pages.length > 0) {
    browser.push(PAGES_TEST)
    process.env.VISITED_PAGES = choice.pages.map(({ name }) => name).join(',')
    if (choice.areVisitsShort) process.env.SHORT_VISITS = 'true'
  }
  return (
    (unit.length > 0 && (await unitTests(...unit))) ||
    (browser.length > 0 && (await browserTests(...browser))) ||
    0
  )
}

const PAGES_TEST = 'tests/browser/pages.spec.ts'

const prepare = [
  ['install', [], installDependencies],
  ['browser', ['install'], getBrowser],
  ['other programs', ['install'], installTestPrograms],
  ['check', ['install'], () => runNpm(['run', '--silent', 'check'])],
  ['build', ['install'], () => runNpm(['run', '--silent', 'build'])],
]

const test = [
  ['unit and server tests', ['install', 'browser', 'build'], () => unitTests()],
  ['browser tests', ['install', 'browser', 'build'], () => browserTests()],
]

const runBuilt = (...args) => runNpm(['run', '--silent', ...args])

const full = [
  ['other browser engines', ['install'], getEngines],
  ...test,
  ['two servers', ['install', 'browser', 'build'], () => runBuilt('test:two-servers')],
  ['an hour of mixed load', ['install', 'build'], () => runBuilt('bench', '--', '--mixed', '60')],
]

/** Each step with its name and the names of the steps that it needs. */
const listSteps = () => {
  if (values.full) return [...prepare, ...full]
  if (values.changed) return [...prepare, ['changed tests', ['install', 'browser', 'build'], changedTests]]
  return [...prepare, ...test]
}

/** Runs the steps and returns the names of those that failed or were left out. */
const runSteps = async () => {
  const failed = []
  for (const [name, needed, step] of listSteps()) {
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

/** Returns the tests that passed only when they were repeated. */
const listFlakyTests = () => [
  ...(read(unitReport).testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages = [] }) => status === 'passed' && failureMessages.length > 0)
      .map(({ fullName }) => `${path.relative(fromRoot('.'), name)}: ${fullName}`),
  ),
  ...listBrowserTests(read(browserReport))
    .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
    .map(({ name }) => name),
]

const ERROR_LINES = 8

/** Returns a failed test's name and, indented, the first lines of its errors. */
const describeFailure = (name, errors) =>
  [
    name,
    ...errors.flatMap((error) =>
      stripVTControlCharacters(error)
        .split('\n')
        .filter((line) => line.trim() !== '')
        .slice(0, ERROR_LINES)
        .map((line) => `    ${line}`),
    ),
  ].join('\n')

/** Describes the failed tests. A file that failed before its first test is listed itself. */
const describeFailedUnitTests = ({ testResults = [] }) =>
  testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const file = path.relative(fromRoot('.'), name)
      const failed = assertionResults.filter(({ status }) => status === 'failed')
      if (failed.length === 0) return [describeFailure(file, [message])]
      return failed.map(({ fullName, failureMessages }) =>
        describeFailure(`${file}: ${fullName}`, failureMessages),
      )
    })

/** Returns the browser tests of Playwright's report, each with its name. */
const listBrowserTests = ({ suites = [] }) =>
  suites.flatMap((suite) => [
    ...(suite.specs ?? []).map((spec) => ({ ...spec, name: `tests/browser/${spec.file}: ${spec.title}` })),
    ...listBrowserTests(suite),
  ])

const describeFailedBrowserTests = (report) =>
  listBrowserTests(report)
    .filter(({ ok }) => !ok)
    .map(({ name, tests }) =>
      describeFailure(
        name,
        tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors.map(({ message }) => message))),
      ),
    )

const summary = []
const failedSteps = await runSteps()
const { passed, failed } = count()
const failures = [
  ...describeFailedUnitTests(read(unitReport)),
  ...describeFailedBrowserTests(read(browserReport)),
]
const flaky = listFlakyTests()
rmSync(reports, { recursive: true })
console.log(`\n${[...summary, ...flaky.map((test) => `flaky: ${test}`), ...failures].join('\n')}\n`)
// A step can fail without a failing test, so failed steps count as at least one failure.
const hasFailed = failedSteps.length > 0
console.log(`${passed} passed, ${hasFailed ? Math.max(failed, 1) : failed} failed`)
process.exit(hasFailed ? 1 : 0)
