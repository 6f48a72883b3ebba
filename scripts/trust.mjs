// Kills every part of the site, one after the other, while members write (20 rounds unless `npm run trust --
// --rounds N` specifies a number). Then changes clocks, fills disks, makes services unavailable and upgrades
// the site (3 rounds unless `--fault-rounds N` specifies a number), and writes the results to docs/TRUST.md.
// A round of kills takes about one minute, and a round of the other faults about six minutes. `npm run trust
// -- --break` lets the database lose commits, and succeeds if the test notices it.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { fromRoot, nodePath } from './paths.mjs'
import { runNpm, runProgram } from './run.mjs'
import { installTestPrograms } from './test-programs.mjs'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    'fault-rounds': { type: 'string', default: '3' },
    break: { type: 'boolean' },
  },
  strict: false,
})
const rounds = Number(values.rounds)
const faultRounds = Number(values['fault-rounds'])
if (![rounds, faultRounds].every((count) => Number.isInteger(count) && count >= 1 && count <= 1000)) {
  console.error('Usage: npm run trust -- --rounds N --fault-rounds N (1 to 1000)')
  process.exit(1)
}
await installTestPrograms()
if (!existsSync(fromRoot('dist/client'))) await runNpm(['run', '--silent', 'build'])

const folder = mkdtempSync(path.join(tmpdir(), 'prompts-trust-'))
const report = path.join(folder, 'report.jsonl')
writeFileSync(report, '')
const vitest = fromRoot('node_modules/vitest/vitest.mjs')
if (values.break) {
  const output = spawnSync(
    nodePath,
    [vitest, 'run', '--project', 'faults', 'tests/faults/trust.test.ts', '-t', 'two servers'],
    {
      env: {
        ...process.env,
        TRUST_ROUNDS: '1',
        TRUST_REPORT: report,
        TRUST_BREAK: 'true',
        FULL_TESTS: 'true',
      },
      encoding: 'utf8',
    },
  ).stdout
  const lost = readFileSync(report, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).lost ?? 0)
  const count = Math.max(0, ...lost)
  rmSync(folder, { recursive: true })
  console.log(count > 0 ? `The test fails, as it should: ${count} acknowledged writes were lost` : output)
  process.exit(count > 0 ? 0 : 1)
}
/** Runs the tests and returns their exit code. */
const repeat = (count, names) =>
  runProgram(
    nodePath,
    [vitest, 'run', '--project', 'faults', ...names.map((name) => `tests/faults/${name}.test.ts`)],
    {
      env: { TRUST_ROUNDS: String(count), TRUST_REPORT: report, FULL_TESTS: 'true' },
    },
  )
const OTHER_FAULTS = ['clock', 'disk-full', 'slow-clients', 'services-away', 'upgrade', 'backup']
const code = (await repeat(rounds, ['trust'])) || (await repeat(faultRounds, OTHER_FAULTS))
if (code !== 0) {
  console.error(`A test failed; ${report} has the figures of those that passed.`)
  process.exit(code)
}
const lines = readFileSync(report, 'utf8').split('\n').filter(Boolean)
rmSync(folder, { recursive: true })

const entries = lines.map((line) => JSON.parse(line))
const seconds = (ms) => (ms / 1000).toFixed(1)
const parts = Map.groupBy(
  entries.filter(({ part }) => part),
  ({ name, part }) => `${name} | ${part}`,
)
const rows = [...parts].map(([key, kills]) => {
  const times = kills.map(({ backAfterMs }) => backAfterMs).toSorted((a, b) => a - b)
  return `| ${key} | ${times.length} | ${seconds(times[times.length >> 1])} | ${seconds(times.at(-1))} |`
})
const totals = entries
  .filter(({ acknowledged }) => acknowledged !== undefined)
  .map(
    ({ name, acknowledged, lost, wrong }) =>
      `- ${name}: ${acknowledged.toLocaleString('en')} writes acknowledged, ${lost} lost, ${wrong} wrong counts`,
  )
const figures = [
  `By \`npm run trust -- --rounds ${rounds} --fault-rounds ${faultRounds}\` on ${new Date().toISOString().slice(0, 10)}:`,
  '',
  '| site | what fails | times | works again after, median s | at most s |',
  '| --- | --- | --- | --- | --- |',
  ...rows,
  '',
  ...totals,
].join('\n')

const file = fromRoot('docs/TRUST.md')
const [START, END] = ['<!-- figures -->', '<!-- end of figures -->']
const text = readFileSync(file, 'utf8')
const [before, rest] = text.split(START)
writeFileSync(file, `${before}${START}\n\n${figures}\n\n${END}${rest.split(END)[1]}`)
// The formatter aligns the columns of the table.
spawnSync(fromRoot('node_modules/.bin/biome'), ['format', '--write', file])
console.log(figures)
