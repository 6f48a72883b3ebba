import { asLine, blank, imageAsks, parameterAsks } from './asks.ts'
import { bagOf, hasAny, words } from './bag.ts'
import { addToJson, isAskedIn } from './lay-out.ts'
import { parametersAt } from './parameters-at.ts'
import { missingOf } from './parts/part.ts'
import { type ImagePart, imageParts } from './parts/pictures.ts'
import { shapeOf } from './shape.ts'

export type PictureForm = 'sentences' | 'midjourney' | 'stable-diffusion'

/** Only a photograph has a lens. */
const PHOTOGRAPHS = words(
  'photo, photos, photograph, photographs, photography, photorealis*, photo realistic, dslr, snapshot, headshot, selfie, foto, fotografie, fotografía, photographie',
)
/** Flat pictures have neither light nor a camera. */
const FLAT = words(
  'logo, logos, icon, icons, emblem, badge, favicon, sticker, monogram, vector, flat, diagram, infographic, map, pattern, line art, lineart, chart, pictogram, emoji, silhouette, coloring page, colouring page',
)
/** Pictures whose ratio follows from their use, which is not square. */
const OTHER_RATIO = words(
  'wallpaper, banner, poster, cover, thumbnail, header, reel, wide, tall, landscape, cinematic, film still, movie still, skyscraper, billboard, postcard, flyer, bookmark, page, screen',
)

/** A prompt for pictures: the subject as it is told, then blanks for what it leaves open, as the model takes them. */
export const writePicture = (text: string, form: PictureForm): string => {
  const bag = bagOf(text)
  const missing = missingOf(imageParts, text, bag)
  if (!hasAny(bag, PHOTOGRAPHS)) missing.delete('lens')
  if (hasAny(bag, FLAT)) for (const part of ['light', 'lens', 'composition'] as const) missing.delete(part)
  const open = imageParts
    .map(({ id }) => id)
    .filter((id) => missing.has(id) && !isAskedIn(text, imageAsks[id].name))
  const asks = open.map((part) => imageAsks[part])
  if (shapeOf(text) === 'json')
    return addToJson(
      text,
      asks.map((ask) => [ask.name, blank(ask)]),
    )
  if (form === 'midjourney') return asMidjourney(text, open, bag)
  if (form === 'stable-diffusion') return asWeightedTags(text, open)
  return asks.length ? `${text}\n\n${asks.map(asLine).join('\n')}` : text
}

/** The parts that describe the picture in words. */
const describing = (open: readonly ImagePart[]) =>
  open.filter((part) => part !== 'aspect' && part !== 'negative').map((part) => blank(imageAsks[part]))

/** Phrases, then parameters at the very end. */
const asMidjourney = (text: string, open: readonly ImagePart[], bag: string): string => {
  const at = parametersAt(text)
  const head = text.slice(0, at)
  const given = text.slice(at).trim()
  const phrases = describing(open)
  const has = (name: string) => given.includes(`--${name} `)
  const parameters = [
    given,
    open.includes('aspect') &&
      !has('ar') &&
      !hasAny(bag, OTHER_RATIO) &&
      `--ar ${blank(parameterAsks.ratio)}`,
    !has('stylize') && !has('s') && !given.includes('--raw') && `--stylize ${blank(parameterAsks.stylize)}`,
  ].filter(Boolean)
  const described = phrases.length
    ? `${head}${/[.,;:!?]$/.test(head) ? '' : ','} ${phrases.join(', ')}`
    : head
  return `${described} ${parameters.join(' ')}`.trim()
}

const SHORT_SUBJECT = 120

/** Weighted tags, and a negative prompt on its own line. */
const asWeightedTags = (text: string, open: readonly ImagePart[]): string => {
  const [, head = text, negative = ''] = /^([\s\S]*?)(\n+Negative prompt:[\s\S]*)$/i.exec(text) ?? []
  // A weight on a subject that leaves something out would call for just that.
  const isPlain = open.includes('negative') && head.length <= SHORT_SUBJECT && !/[():\n{}[\]]/.test(head)
  const subject = isPlain ? `(${head}:1.2)` : head
  const tags = describing(open).map((tag) => `(${tag}:1.1)`)
  const described = tags.length ? `${subject}${/[,]$/.test(subject) ? '' : ','} ${tags.join(', ')}` : subject
  if (negative) return described + negative
  return open.includes('negative')
    ? `${described}\nNegative prompt: ${blank(parameterAsks.negative)}`
    : described
}
