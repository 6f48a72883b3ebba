import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { optimizeByRules } from '@prompt-collection/prompt-rules'
import { getModelType, type PostType } from '#core/model-catalogue.ts'

export type JudgedPrompt = { type: PostType | null; models: string[]; prompt: string }

/** The fingerprint of the judged result, and whether it passed in each reading (decisions 40 and 138). */
type Verdict = { result: string; passes: boolean[] }

const readJson = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`./${name}`, import.meta.url), 'utf8'))

/** One hundred diverse prompts on which the built-in optimizer is judged. */
export const judgedPrompts = readJson('optimizer-prompts.json') as JudgedPrompt[]

/**
 * The verdicts, in the same order as the prompts. A result passes if it keeps the intent, contradicts nothing and
 * invents nothing.
 */
export const promptVerdicts = readJson('optimizer-verdicts.json') as Verdict[]

export const optimizeJudgedPrompt = (judged: JudgedPrompt): string =>
  optimizeByRules({ ...judged, type: judged.type ?? getModelType(judged.models[0]) })

export const fingerprintResult = (result: string): string =>
  createHash('sha256').update(result).digest('hex').slice(0, 12)
