import type { PostType } from '#features/catalogue/contract.ts'
import { type Family, familiesOf } from '../model-family.ts'
import { inferType } from './infer-type.ts'
import { isOptimized } from './is-optimized.ts'
import { writeCode } from './write-code.ts'
import { type PictureForm, writePicture } from './write-picture.ts'
import { type SoundForm, writeSound } from './write-sound.ts'
import { writeText } from './write-text.ts'
import { writeVideo } from './write-video.ts'

export const RULES_VERSION = 'built-in-2'

export type ForRules = { prompt: string; type: PostType | null; models: readonly string[] }

/**
 * Keeps every word of the prompt in its order, adds headings, and adds `${blanks}` with neutral defaults for
 * what the prompt leaves open. Pure, deterministic and idempotent.
 */
export const optimizeByRules = ({ prompt, type, models }: ForRules): string => {
  const text = prompt.trim()
  if (isOptimized(text)) return text
  const optimized = optimizeAs(text, inferType(type, models, prompt), familiesOf(models)).trim()
  // If a second pass could not recognize this result as optimized, the text stays unchanged.
  return isOptimized(optimized) ? optimized : text
}

const optimizeAs = (text: string, type: PostType | null, families: readonly Family[]): string => {
  // The first model with conventions of its own decides.
  const asTags = families[0] === 'claude'
  if (type === 'Text' || type === null) return writeText(text, asTags, type !== null)
  if (type === 'Code') return writeCode(text, asTags)
  if (type === 'Image') return writePicture(text, pictureForm(families))
  if (type === 'Video') return writeVideo(text)
  return writeSound(text, soundForm(families))
}

const pictureForm = ([first]: readonly Family[]): PictureForm =>
  first === 'midjourney' || first === 'stable-diffusion' ? first : 'sentences'

const soundForm = ([first]: readonly Family[]): SoundForm =>
  first === 'song' || first === 'tags' || first === 'speech' ? first : 'lines'
