import type { PostType } from '#features/catalogue/contract.ts'
import { type Family, familiesOf } from '../model-family.ts'
import { inferType } from './infer-type.ts'
import { writeCode } from './write-code.ts'
import { writeFilm } from './write-film.ts'
import { type PictureForm, writePicture } from './write-picture.ts'
import { type SoundForm, writeSound } from './write-sound.ts'
import { writeText } from './write-text.ts'

export const RULES_VERSION = 'built-in-1'

/** What one pass adds may be seen in another light by the next: they end when nothing is added any more. */
const MOST_PASSES = 5

export type ForRules = { prompt: string; type: PostType | null; models: readonly string[] }

/**
 * Orders a prompt, keeps every word of it, and asks for what it leaves open as `${variables}` with defaults. Pure; the
 * same for the same input; applied to its own result it changes nothing.
 */
export const optimizeByRules = ({ prompt, type, models }: ForRules): string => {
  const families = familiesOf(models)
  const kind = inferType(type, models, prompt)
  let text = prompt.trim()
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const next = write(text, kind, families).trim()
    if (next === text) return text
    text = next
  }
  return text
}

const write = (text: string, type: PostType, families: readonly Family[]): string => {
  // The first named model that has conventions of its own decides.
  const asTags = families[0] === 'claude'
  if (type === 'Text') return writeText(text, asTags)
  if (type === 'Code') return writeCode(text, asTags)
  if (type === 'Image') return writePicture(text, pictureForm(families))
  if (type === 'Video') return writeFilm(text, families[0] === 'sound-video')
  return writeSound(text, soundForm(families))
}

const pictureForm = ([first]: readonly Family[]): PictureForm =>
  first === 'midjourney' || first === 'stable-diffusion' ? first : 'sentences'

const soundForm = ([first]: readonly Family[]): SoundForm =>
  first === 'song' || first === 'tags' || first === 'speech' ? first : 'lines'
