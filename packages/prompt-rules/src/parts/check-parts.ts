import type { PromptType } from '../prompt-type.ts'
import { toNormalizedTokens } from '../tokens.ts'
import { imagePromptParts, musicPromptParts, videoPromptParts } from './media-parts.ts'
import type { PromptPart } from './prompt-part.ts'
import { codePromptParts, textPromptParts } from './text-and-code-parts.ts'

const byType: Record<PromptType, readonly PromptPart[]> = {
  Text: textPromptParts,
  Code: codePromptParts,
  Image: imagePromptParts,
  Video: videoPromptParts,
  Audio: musicPromptParts,
}

/** Lists the parts that a prompt of this type can specify, and whether the text specifies each. */
export const checkPromptParts = (type: PromptType, text: string): { id: string; isPresent: boolean }[] => {
  const tokens = toNormalizedTokens(text)
  return byType[type].map((part) => ({ id: part.id, isPresent: part.isSpecifiedIn(text, tokens) }))
}
