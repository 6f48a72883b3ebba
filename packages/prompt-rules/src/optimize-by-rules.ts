import { optimizeAudioPrompt } from './audio-prompt.ts'
import { ruleBlanks } from './blanks.ts'
import { optimizeCodePrompt } from './code-prompt.ts'
import { inferPromptType } from './infer-type.ts'
import { getModelFamilies, type ModelFamily } from './model-family.ts'
import { phrasesByLanguage } from './prompt-phrases.ts'
import type { PromptType } from './prompt-type.ts'
import { CODE_ROLE_SENTENCE, getRoleSentence, writingKinds } from './request-nouns.ts'
import { optimizeTextPrompt } from './text-prompt.ts'
import { optimizeImagePrompt, optimizeVideoPrompt } from './visual-prompts.ts'

const tasks = [...new Set(phrasesByLanguage.map(({ headings }) => headings.task))]
const TASK = new RegExp(`^(?:## (?:${tasks.join('|')})|<task>)$`, 'm')
const openings = [CODE_ROLE_SENTENCE, ...writingKinds.map(getRoleSentence).filter(Boolean)].flatMap(
  (opening) => [
    `${opening}

`,
    `<role>
${opening}
`,
  ],
)

/**
 * Returns whether the rules produced this text: it contains one of their blanks, their task heading, or one of their
 * role sentences.
 */
const isOptimized = (text: string): boolean =>
  TASK.test(text) ||
  ruleBlanks.some(({ written }) => text.includes(written)) ||
  openings.some((opening) => text.startsWith(opening))

export const RULES_VERSION = 'built-in-3'

/**
 * The input of the rules. `type` is the chosen type, or else the chosen model's type; null if neither is
 * chosen.
 */
export type RulesInput = { prompt: string; type: PromptType | null; models: readonly string[] }

/**
 * Keeps the prompt's words in order and adds headings and optional `${blanks}` with suggestions for details that
 * the prompt does not specify. The function is pure, deterministic and idempotent.
 */
export const optimizeByRules = ({ prompt, type, models }: RulesInput): string => {
  const text = prompt.trim()
  if (isOptimized(text)) return text
  const optimized = optimizeAs(text, inferPromptType(type, prompt), getModelFamilies(models)).trim()
  // The text is left unchanged if a second pass could not recognize the result as optimized.
  return isOptimized(optimized) ? optimized : text
}

const optimizeAs = (text: string, type: PromptType | null, families: readonly ModelFamily[]): string => {
  // The first model that has its own conventions determines the format.
  const useXmlTags = families[0] === 'claude'
  if (type === 'Text' || type === null) return optimizeTextPrompt(text, useXmlTags)
  if (type === 'Code') return optimizeCodePrompt(text, useXmlTags)
  if (type === 'Image') return optimizeImagePrompt(text, families[0])
  if (type === 'Video') return optimizeVideoPrompt(text)
  return optimizeAudioPrompt(text, families[0])
}
