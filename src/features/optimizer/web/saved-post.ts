import { countCharacters, cutText } from '#core/text.ts'
import { modelName, type PostType } from '#features/catalogue/contract.ts'

const PREFIXES: Record<PostType, string> = {
  Text: 'Text Generation',
  Code: 'Code Assistant',
  Image: 'Image Generation',
  Video: 'Video Creation',
  Audio: 'Audio Generation',
}
const TITLE_WORDS = 10
const MAX_TITLE_LENGTH = 100

/**
 * A prefix for the type and the first ten words, at most 100 characters (docs/spec/forms.md#saved-prompts).
 */
export const savedTitle = (type: PostType | null, prompt: string): string => {
  const start = prompt.trim().split(/\s+/).slice(0, TITLE_WORDS).join(' ')
  const title = `${type ? PREFIXES[type] : 'AI Prompt'}: ${start}`
  return countCharacters(title) <= MAX_TITLE_LENGTH ? title : `${cutText(title, MAX_TITLE_LENGTH - 3)}...`
}

/** Names the type of task, the models and the origin (docs/spec/forms.md#saved-prompts). */
export const savedDescription = (type: PostType | null, models: readonly string[]): string => {
  const target = models.length ? ` targeting ${models.map(modelName).join(', ')}` : ''
  return `Optimized AI prompt for ${type ?? 'general'} tasks${target}. It was generated using an AI optimization.`
}
