import { parseArgs } from 'node:util'
import { type PostType, postTypes } from '#features/catalogue/contract.ts'
import { lookAtFile } from '#features/import/server/input-file.ts'
import { readPosts } from '#features/import/server/read-posts.ts'
import { lostFacts } from '#features/optimizer/server/built-in/lost-facts.ts'
import { optimizeByRules } from '#features/optimizer/server/built-in/optimize-by-rules.ts'
import { partsOf } from '#features/optimizer/server/built-in/parts/parts-of.ts'
import { runCommand } from '../scripts/run-command.ts'

/**
 * What the built-in optimizer makes of the prompts of a file, in the formats that `npm run import` reads: per type, how
 * many keep every fact and variable, how many gain each part that they lacked, how much longer they become, how long it
 * takes. `--show N` prints the first N that lose something or are not left alone the second time.
 */
const USAGE = 'npm run evaluate -- FILE [--show N] [--type TYPE]'

type Tally = {
  prompts: number
  kept: number
  settled: number
  growth: number[]
  times: number[]
  parts: Map<string, { had: number; gained: number }>
}

await runCommand(USAGE, async ({ signal }) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { show: { type: 'string', default: '5' }, type: { type: 'string' } },
  })
  const [path] = positionals
  const given = postTypes.find((type) => type === values.type)
  if (!path || positionals.length > 1 || (values.type && !given)) return { usage: true }
  const tallies = new Map<PostType, Tally>()
  const faults: string[] = []
  let skipped = 0

  const options = { defaults: {}, startedAt: Date.now(), onBytes: () => {} }
  for await (const read of readPosts(await lookAtFile(path), options)) {
    if (signal.aborted) break
    if ('problem' in read) {
      skipped += 1
      continue
    }
    const { prompt } = read.value
    const type = given ?? read.value.type
    const tally = tallies.get(type) ?? newTally()
    tallies.set(type, tally)
    const began = performance.now()
    const made = optimizeByRules({ prompt, type, models: [] })
    tally.times.push(performance.now() - began)
    const lost = lostFacts(prompt, made)
    const isSettled = optimizeByRules({ prompt: made, type, models: [] }) === made
    if (lost.length) faults.push(`line ${read.line} loses ${lost.slice(0, 5).join(' ')}`)
    if (!isSettled) faults.push(`line ${read.line} changes the second time`)
    tally.prompts += 1
    if (lost.length === 0) tally.kept += 1
    if (isSettled) tally.settled += 1
    tally.growth.push(made.length / Math.max(1, prompt.trim().length))
    const after = partsOf(type, made)
    for (const [at, { id, isIn }] of partsOf(type, prompt).entries()) {
      const count = tally.parts.get(id) ?? { had: 0, gained: 0 }
      tally.parts.set(id, count)
      if (isIn) count.had += 1
      else if (after[at]?.isIn) count.gained += 1
    }
  }

  for (const [type, { prompts, kept, settled, growth, times, parts }] of tallies) {
    console.log(`\n${type}: ${prompts} prompts`)
    console.log(`  keep all facts and variables: ${kept}; unchanged the second time: ${settled}`)
    console.log(`  length, times the original: median ${at(growth, 0.5)}, p95 ${at(growth, 0.95)}`)
    console.log(`  milliseconds: median ${at(times, 0.5)}, p99 ${at(times, 0.99)}, most ${at(times, 1)}`)
    for (const [id, { had, gained }] of parts)
      console.log(`  ${id}: ${had} had it, ${gained} of ${prompts - had} gain it`)
  }
  if (skipped) console.log(`\n${skipped} rows could not be read`)
  for (const fault of faults.slice(0, Number(values.show))) console.log(fault)
  return { failed: faults.length > 0 }
})

function newTally(): Tally {
  return { prompts: 0, kept: 0, settled: 0, growth: [], times: [], parts: new Map() }
}

function at(numbers: number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 100) / 100
}
