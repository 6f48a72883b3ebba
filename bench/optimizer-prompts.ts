import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { PostType } from '#features/catalogue/contract.ts'
import { optimizeByRules } from '#features/optimizer/server/built-in/optimize-by-rules.ts'

export type JudgedPrompt = { type: PostType | null; models: string[]; prompt: string }

/** The fingerprint of the result that was judged, and whether it passed in each reading (decision 40). */
type Verdict = { result: string; passes: boolean[] }

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`./${name}`, import.meta.url), 'utf8'))

/** A hundred prompts of many kinds, by which the built-in optimizer is judged. */
export const judgedPrompts = read('optimizer-prompts.json') as JudgedPrompt[]

/** The verdicts in the order of the prompts: same intent, nothing contradicted, nothing invented. */
export const verdicts = read('optimizer-verdicts.json') as Verdict[]

export const resultOf = (given: JudgedPrompt): string => optimizeByRules(given)

export const fingerprintOf = (result: string): string =>
  createHash('sha256').update(result).digest('hex').slice(0, 12)
