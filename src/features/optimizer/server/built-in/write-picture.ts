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
/** Flat pictures have neither lighting nor a camera. */
const FLAT = words(
  'logo, logos, icon, icons, emblem, badge, favicon, sticker, monogram, vector, flat, diagram, infographic, map, pattern, line art, lineart, chart, pictogram, emoji, silhouette, coloring page, colouring page',
)
/** Pictures whose use implies an aspect ratio other than square. */
const OTHER_RATIO = words(
  'wallpaper, banner, poster, cover, thumbnail, header, reel, wide, tall, landscape, cinematic, film still, movie still, skyscraper, billboard, postcard, flyer, bookmark, page, screen',
)

/**
 * Optimizes a prompt for an image: the author's text, followed by blanks for what it leaves open in the
 * model's syntax.
 */
export const writePicture = (text: string, form: PictureForm): string => {
  const tokens = bagOf(text)
  const missing = missingOf(imageParts, text, tokens)
  if (!hasAny(tokens, PHOTOGRAPHS)) missing.delete('lens')
  if (hasAny(tokens, FLAT)) for (const part of ['light', 'lens', 'composition'] as const) missing.delete(part)
  const open = imageParts
    .map(({ id }) => id)
    .filter((id) => missing.has(id) && !isAskedIn(text, imageAsks[id].name))
  const asks = open.map((part) => imageAsks[part])
  if (shapeOf(text) === 'json')
    return addToJson(
      text,
      asks.map((ask) => [ask.name, blank(ask)]),
    )
  if (form === 'midjourney') return asMidjourney(text, open, tokens)
  if (form === 'stable-diffusion') return asWeightedTags(text, open)
  return asks.length ? `${text}\n\n${asks.map(asLine).join('\n')}` : text
}

/** The blanks that describe the picture in words, without the parameters. */
const descriptiveBlanks = (open: readonly ImagePart[]) =>
  open.filter((part) => part !== 'aspect' && part !== 'negative').map((part) => blank(imageAsks[part]))

/** Phrases, with the parameters at the very end. */
const asMidjourney = (text: string, open: readonly ImagePart[], tokens: string): string => {
  const parametersIndex = parametersAt(text)
  const head = text.slice(0, parametersIndex)
  const ownParameters = text.slice(parametersIndex).trim()
  const phrases = descriptiveBlanks(open)
  const has = (name: string) => ownParameters.includes(`--${name} `)
  const parameters = [
    ownParameters,
    open.includes('aspect') &&
      !has('ar') &&
      !hasAny(tokens, OTHER_RATIO) &&
      `--ar ${blank(parameterAsks.ratio)}`,
    !has('stylize') &&
      !has('s') &&
      !ownParameters.includes('--raw') &&
      `--stylize ${blank(parameterAsks.stylize)}`,
  ].filter(Boolean)
  const described = phrases.length
    ? `${head}${/[.,;:!?]$/.test(head) ? '' : ','} ${phrases.join(', ')}`
    : head
  return `${described} ${parameters.join(' ')}`.trim()
}

const MAX_WEIGHTED_SUBJECT = 120

/** Weighted tags, with the negative prompt on its own line. */
const asWeightedTags = (text: string, open: readonly ImagePart[]): string => {
  const [, head = text, negative = ''] = /^([\s\S]*?)(\n+Negative prompt:[\s\S]*)$/i.exec(text) ?? []
  // Weighting a subject with an exclusion would emphasize what it excludes.
  const isPlain =
    open.includes('negative') && head.length <= MAX_WEIGHTED_SUBJECT && !/[():\n{}[\]]/.test(head)
  const subject = isPlain ? `(${head}:1.2)` : head
  const tags = descriptiveBlanks(open).map((tag) => `(${tag}:1.1)`)
  const described = tags.length ? `${subject}${/[,]$/.test(subject) ? '' : ','} ${tags.join(', ')}` : subject
  if (negative) return described + negative
  return open.includes('negative')
    ? `${described}\nNegative prompt: ${blank(parameterAsks.negative)}`
    : described
}
