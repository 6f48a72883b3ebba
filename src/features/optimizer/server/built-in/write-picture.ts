import { bagOf, firstOf, words } from './bag.ts'
import { addToJson, isAskedIn, variable } from './lay-out.ts'
import { parametersAt } from './parameters-at.ts'
import { missingOf } from './parts/part.ts'
import { type ImagePart, imageParts } from './parts/pictures.ts'
import { shapeOf } from './shape.ts'

type PictureKind = {
  words: readonly string[]
  values: Partial<Record<ImagePart, string>>
  skip: readonly ImagePart[]
}

const picture = (
  list: string,
  values: PictureKind['values'],
  skip: readonly ImagePart[] = [],
): PictureKind => ({
  words: words(list),
  values,
  skip,
})

const kinds: readonly PictureKind[] = [
  picture(
    'logo, icon, emblem, badge, favicon, sticker, monogram',
    {
      composition: 'centred, generous empty space',
      style: 'flat vector, two colours',
      aspect: '1:1',
      negative: 'gradients, small details, mock-ups',
    },
    ['light', 'lens'],
  ),
  picture('portrait, selfie, headshot, woman, man, girl, boy, person, face, model, child, people', {
    composition: 'head and shoulders, eyes on the upper third',
    light: 'soft window light from one side',
    lens: '85mm, f/2, shallow depth of field',
    style: 'natural editorial photograph',
    aspect: '4:5',
    negative: 'extra fingers, distorted face, text, watermark',
  }),
  picture('food, dish, cake, meal, coffee, drink, burger, pizza, dessert', {
    composition: 'three-quarter view from above, one hero dish',
    light: 'soft daylight from behind',
    lens: '100mm macro, f/4',
    style: 'appetising food photograph',
    aspect: '4:5',
    negative: 'hands, cutlery in motion, text, watermark',
  }),
  picture('product, bottle, shoe, watch, phone, packaging, perfume, jewelry, furniture', {
    composition: 'product centred on a plain surface',
    light: 'two softboxes, gentle reflections',
    lens: '70mm, f/8, everything in focus',
    style: 'clean studio product photograph',
    aspect: '1:1',
    negative: 'hands, clutter, text, watermark',
  }),
  picture(
    'landscape, mountain, mountains, sea, ocean, beach, forest, city, street, building, architecture, room, interior, house, castle, tower, skyline',
    {
      composition: 'strong foreground, leading lines into depth',
      light: 'low sun in the golden hour',
      lens: '24mm, f/8, deep focus',
      style: 'detailed photograph, natural colours',
      aspect: '16:9',
      negative: 'text, watermark, crooked horizon',
    },
  ),
]

const usual: Record<ImagePart, string> = {
  composition: 'one clear subject off centre, calm background',
  light: 'soft light from the side',
  lens: '50mm, f/2.8',
  style: 'detailed, natural colours',
  aspect: '3:2',
  negative: 'text, watermark, distorted shapes',
}

const LABELS: Record<ImagePart, readonly [label: string, name: string]> = {
  composition: ['Composition', 'composition'],
  light: ['Light', 'light'],
  lens: ['Lens', 'lens'],
  style: ['Style', 'style'],
  aspect: ['Aspect ratio', 'aspect_ratio'],
  negative: ['Leave out', 'leave_out'],
}

export type PictureForm = 'sentences' | 'midjourney' | 'stable-diffusion'

/** A prompt for pictures: the subject as it is told, then composition, light, lens, style, aspect, and what to leave out. */
export const writePicture = (text: string, form: PictureForm): string => {
  const bag = bagOf(text)
  const kind = firstOf(bag, kinds)
  const missing = missingOf(imageParts, text, bag)
  for (const part of kind?.skip ?? []) missing.delete(part)
  const value = (part: ImagePart) => variable(LABELS[part][1], kind?.values[part] ?? usual[part])
  const open = imageParts
    .map(({ id }) => id)
    .filter((id) => missing.has(id) && !isAskedIn(text, LABELS[id][1]))
  if (shapeOf(text) === 'json')
    return addToJson(
      text,
      open.map((part) => [LABELS[part][1], value(part)]),
    )
  if (form === 'midjourney') return asMidjourney(text, open, value)
  if (form === 'stable-diffusion') return asTags(text, open, value)
  const lines = open.map((part) => `${LABELS[part][0]}: ${value(part)}`)
  return lines.length ? `${text}\n\n${lines.join('\n')}` : text
}

type Value = (part: ImagePart) => string

/** Phrases, then parameters at the very end. */
const asMidjourney = (text: string, open: readonly ImagePart[], value: Value): string => {
  const at = parametersAt(text)
  const head = text.slice(0, at)
  const given = text.slice(at).trim()
  const phrases = open.filter((part) => part !== 'aspect' && part !== 'negative').map(value)
  const has = (name: string) => given.includes(`--${name} `)
  const parameters = [
    given,
    // A ratio named in words is no parameter yet, but it is said: only what is open is asked for.
    open.includes('aspect') && !has('ar') && `--ar ${value('aspect')}`,
    !has('stylize') && !has('s') && `--stylize ${variable('stylize', '150')}`,
    open.includes('negative') && !has('no') && `--no ${value('negative')}`,
  ].filter(Boolean)
  const described = phrases.length
    ? `${head}${/[.,;:!?]$/.test(head) ? '' : ','} ${phrases.join(', ')}`
    : head
  return `${described} ${parameters.join(' ')}`.trim()
}

const WEIGHTED = /\([^()\n]{1,200}:\d\.\d{1,2}\)/
const SHORT_SUBJECT = 120

/** Weighted tags, and a negative prompt on its own line. */
const asTags = (text: string, open: readonly ImagePart[], value: Value): string => {
  const [, head = text, negative = ''] = /^([\s\S]*?)(\n+Negative prompt:[\s\S]*)$/i.exec(text) ?? []
  const isPlain = head.length <= SHORT_SUBJECT && !/[():\n{}[\]]/.test(head)
  const subject = isPlain ? `(${head}:1.2)` : head
  const tags = open
    .filter((part) => part !== 'negative')
    .map((part) => (part === 'aspect' ? `aspect ratio ${value(part)}` : `(${value(part)}:1.1)`))
  if (!WEIGHTED.test(subject) && tags.length === 0) tags.push('(sharp focus:1.1)')
  const described = tags.length ? `${subject}${/[,]$/.test(subject) ? '' : ','} ${tags.join(', ')}` : subject
  if (negative) return described + negative
  return open.includes('negative') || !/negative/i.test(text)
    ? `${described}\nNegative prompt: ${variable('negative_prompt', negativesOf(value('negative')))}`
    : described
}

const negativesOf = (asked: string): string =>
  `low quality, blurry, ${asked.replace(/^\$\{leave_out:|\}$/g, '')}`
