import { countCharacters, cutText } from '#core/text.ts'
import { modelName, type PostType } from '#features/catalogue/contract.ts'

const PREFIXES: Record<PostType, string> = {
  Text: 'Text Generation',
  Code: 'Code Assistant',
  Image: 'Image Generation',
  Video: 'Video Creation',
  Audio: 'Audio Generation',
}
const WORDS = 10
const MOST = 100

/** Section 5: the type's prefix and the first ten words, at most 100 characters. */
export const savedTitle = (type: PostType | null, prompt: string): string => {
  const start = prompt.trim().split(/\s+/).slice(0, WORDS).join(' ')
  const title = `${type ? PREFIXES[type] : 'AI Prompt'}: ${start}`
  return countCharacters(title) <= MOST ? title : `${cutText(title, MOST - 3)}...`
}

/** Section 5: what kind of task, for which models, and where it comes from. */
export const savedDescription = (type: PostType | null, models: readonly string[]): string => {
  const target = models.length ? ` targeting ${models.map(modelName).join(', ')}` : ''
  return `Optimized AI prompt for ${type ?? 'general'} tasks${target}. It was generated using an AI optimization.`
}
