import type { PostType } from '#features/catalogue/contract.ts'
import { bagOf } from '../bag.ts'
import { codeParts } from './code.ts'
import type { Part } from './part.ts'
import { imageParts, videoParts } from './pictures.ts'
import { musicParts } from './sounds.ts'
import { writingParts } from './writing.ts'

const byType: Record<PostType, readonly Part[]> = {
  Text: writingParts,
  Code: codeParts,
  Image: imageParts,
  Video: videoParts,
  Audio: musicParts,
}

/** The parts of a prompt of this type, each with whether the text specifies it. */
export const partsOf = (type: PostType, text: string): { id: string; isIn: boolean }[] => {
  const tokens = bagOf(text)
  return byType[type].map((part) => ({ id: part.id, isIn: part.isIn(text, tokens) }))
}
