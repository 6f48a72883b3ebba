import { parseArgs } from 'node:util'
import { checkPromptParts, findLostFacts, optimizeByRules } from '@prompt-collection/prompt-rules'
import { type PostType, postTypes } from '#core/model-catalogue.ts'
import { inspectInputFile } from '#features/import/server/input-file.ts'
import { readPosts } from '#features/import/server/read-posts.ts'
import { runCommand } from '../scripts/run-command.ts'

/**
 * Evaluates the built-in optimizer on the prompts in a file in any format that `npm run import` reads. For
 * each type, reports how many prompts keep every fact and variable, how many gain each part that they lacked,
 * how much longer they become, and how long optimizing takes. `--show N` prints the first N prompts that lose
 * something or change again when optimized twice.
 */
const USAGE = 'npm run evaluate -- FILE [--show N] [--type TYPE]'

type Tally = {
  prompts: number
  preserved: number
  stable: number
  growth: number[]
  times: number[]
  parts: Map<string, { present: number; gained: number }>
}

await runCommand(USAGE, async ({ signal }) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { show: { type: 'string', default: '5' }, type: { type: 'string' } },
  })
  const [path] = positionals
  const selectedType = postTypes.find((type) => type === values.type)
  if (!path || positionals.length > 1 || (values.type && !selectedType)) return { usage: true }
  const tallies = new Map<PostType, Tally>()
  const problems: string[] = []
  let skipped = 0

  const options = { defaults: {}, startedAt: Date.now(), onBytes: () => {} }
  for await (const read of readPosts(await inspectInputFile(path), options)) {
    if (signal.aborted) break
    if ('problem' in read) {
      skipped += 1
      continue
    }
    const { prompt } = read.value
    const type = selectedType ?? read.value.type
    const tally = tallies.get(type) ?? newTally()
    tallies.set(type, tally)
    const startedAt = performance.now()
    const optimized = optimizeByRules({ prompt, type, models: [] })
    tally.times.push(performance.now() - startedAt)
    const lost = findLostFacts(prompt, optimized)
    const isStable = optimizeByRules({ prompt: optimized, type, models: [] }) === optimized
    if (lost.length) problems.push(`line ${read.line} loses ${lost.slice(0, 5).join(' ')}`)
    if (!isStable) problems.push(`line ${read.line} changes when optimized again`)
    tally.prompts += 1
    if (lost.length === 0) tally.preserved += 1
    if (isStable) tally.stable += 1
    tally.growth.push(optimized.length / Math.max(1, prompt.trim().length))
    const after = checkPromptParts(type, optimized)
    for (const [index, { id, isPresent }] of checkPromptParts(type, prompt).entries()) {
      const count = tally.parts.get(id) ?? { present: 0, gained: 0 }
      tally.parts.set(id, count)
      if (isPresent) count.present += 1
      else if (after[index]?.isPresent) count.gained += 1
    }
  }

  for (const [type, { prompts, preserved, stable, growth, times, parts }] of tallies) {
    console.log(`\n${type}: ${prompts} prompts`)
    console.log(`  keep all facts and variables: ${preserved}; unchanged when optimized again: ${stable}`)
    console.log(
      `  length relative to the original: median ${percentile(growth, 0.5)}, p95 ${percentile(growth, 0.95)}`,
    )
    console.log(
      `  milliseconds: median ${percentile(times, 0.5)}, p99 ${percentile(times, 0.99)}, max ${percentile(times, 1)}`,
    )
    for (const [id, { present, gained }] of parts)
      console.log(`  ${id}: ${present} already had it, ${gained} of ${prompts - present} gained it`)
  }
  if (skipped) console.log(`\n${skipped} rows could not be read`)
  for (const problem of problems.slice(0, Number(values.show))) console.log(problem)
  return { failed: problems.length > 0 }
})

function newTally(): Tally {
  return { prompts: 0, preserved: 0, stable: 0, growth: [], times: [], parts: new Map() }
}

function percentile(numbers: number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 100) / 100
}
