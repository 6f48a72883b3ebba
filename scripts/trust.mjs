// Kills every part of the site in turn while members write, 20 times or as often as `npm run trust -- ROUNDS` says, and
// writes the figures to docs/TRUST.md. Takes about a minute per round.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inRoot, node } from './paths.mjs'
import { run } from './run.mjs'

const rounds = Number(process.argv[2] ?? 20)
if (!Number.isInteger(rounds) || rounds < 1 || rounds > 1000) {
  console.error('Usage: npm run trust -- ROUNDS (1 to 1000)')
  process.exit(1)
}

const folder = mkdtempSync(path.join(tmpdir(), 'prompts-trust-'))
const report = path.join(folder, 'report.jsonl')
writeFileSync(report, '')
const vitest = inRoot('node_modules/vitest/vitest.mjs')
const code = await run(node, [vitest, 'run', '--project', 'faults', 'tests/faults/trust.test.ts'], {
  env: { TRUST_ROUNDS: String(rounds), TRUST_REPORT: report },
})
const lines = readFileSync(report, 'utf8').split('\n').filter(Boolean)
rmSync(folder, { recursive: true })
if (code !== 0) process.exit(code)

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
      `- ${name}: ${acknowledged.toLocaleString('en')} comments acknowledged, ${lost} lost, ${wrong} wrong counts`,
  )
const figures = [
  `By \`npm run trust -- ${rounds}\` on ${new Date().toISOString().slice(0, 10)}:`,
  '',
  '| site | killed | times | writes go on after, median s | at most s |',
  '| --- | --- | --- | --- | --- |',
  ...rows,
  '',
  ...totals,
].join('\n')

const file = inRoot('docs/TRUST.md')
const [START, END] = ['<!-- figures -->', '<!-- end of figures -->']
const text = readFileSync(file, 'utf8')
const [before, rest] = text.split(START)
writeFileSync(file, `${before}${START}\n\n${figures}\n\n${END}${rest.split(END)[1]}`)
console.log(figures)
