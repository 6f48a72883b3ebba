import type { PromptType } from '../prompt-type.ts'
import { normalizedTokens } from '../tokens.ts'
import { imageParts, musicPromptParts, videoParts } from './media-parts.ts'
import type { PromptPart } from './prompt-part.ts'
import { codeParts, textPromptParts } from './text-and-code-parts.ts'

const byType: Record<PromptType, readonly PromptPart[]> = {
  Text: textPromptParts,
  Code: codeParts,
  Image: imageParts,
  Video: videoParts,
  Audio: musicPromptParts,
}

/** Lists the parts that a prompt of this type can specify, and whether the text specifies each. */
export const checkPromptParts = (type: PromptType, text: string): { id: string; isIn: boolean }[] => {
  const tokens = normalizedTokens(text)
  return byType[type].map((part) => ({ id: part.id, isIn: part.isSpecifiedIn(text, tokens) }))
}
