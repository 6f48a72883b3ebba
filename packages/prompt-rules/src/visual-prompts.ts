import { formatBlank, formatBlankField, imageBlanks, parameterBlanks, videoBlanks } from './blanks.ts'
import { detectLayout } from './detect-layout.ts'
import { findMidjourneyParametersIndex } from './midjourney-parameters.ts'
import type { ModelFamily } from './model-family.ts'
import { type ImagePromptPart, imagePromptParts, videoPromptParts } from './parts/media-parts.ts'
import { findMissingPromptParts } from './parts/prompt-part.ts'
import { appendJsonKeys } from './prompt-layout.ts'
import { containsAnyWord, parseWordList, toNormalizedTokens } from './tokens.ts'

/**
 * Optimizes a prompt for a video: returns the author's text, followed by blanks for the details that it does not
 * specify.
 */
export const optimizeVideoPrompt = (text: string): string => {
  const missing = findMissingPromptParts(videoPromptParts, text, toNormalizedTokens(text))
  const open = [...missing].map((part) => videoBlanks[part])
  if (detectLayout(text) === 'json')
    return appendJsonKeys(
      text,
      open.map((ask) => [ask.name, formatBlank(ask)]),
    )
  return open.length ? `${text}\n\n${open.map(formatBlankField).join('\n')}` : text
}

/** Words that identify a photograph. Only photographs get a blank for the lens. */
const PHOTOGRAPHS = parseWordList(
  'photo, photos, photograph, photographs, photography, photorealis*, photo realistic, dslr, snapshot, headshot, selfie, foto, fotografie, fotografía, photographie',
)
/** Words that identify a flat picture. Flat pictures get no blanks for lighting or camera. */
const FLAT = parseWordList(
  'logo, logos, icon, icons, emblem, badge, favicon, sticker, monogram, vector, flat, diagram, infographic, map, pattern, line art, lineart, chart, pictogram, emoji, silhouette, coloring page, colouring page',
)
/** Words for pictures whose purpose implies an aspect ratio other than square. */
const OTHER_RATIO = parseWordList(
  'wallpaper, banner, poster, cover, thumbnail, header, reel, wide, tall, landscape, cinematic, film still, movie still, skyscraper, billboard, postcard, flyer, bookmark, page, screen',
)

/**
 * Optimizes an image prompt: returns the author's text, followed by a blank in the model's syntax for each part that
 * the text does not specify.
 */
export const optimizeImagePrompt = (text: string, family?: ModelFamily): string => {
  const tokens = toNormalizedTokens(text)
  const missing = findMissingPromptParts(imagePromptParts, text, tokens)
  if (!containsAnyWord(tokens, PHOTOGRAPHS)) missing.delete('lens')
  if (containsAnyWord(tokens, FLAT))
    for (const part of ['light', 'lens', 'composition'] as const) missing.delete(part)
  const open = [...missing]
  const asks = open.map((part) => imageBlanks[part])
  if (detectLayout(text) === 'json')
    return appendJsonKeys(
      text,
      asks.map((ask) => [ask.name, formatBlank(ask)]),
    )
  if (family === 'midjourney') return asMidjourney(text, open, tokens)
  if (family === 'stable-diffusion') return asWeightedTags(text, open)
  return asks.length ? `${text}\n\n${asks.map(formatBlankField).join('\n')}` : text
}

/** Returns the blanks that describe the picture in words, without the parameters. */
const descriptiveBlanks = (open: readonly ImagePromptPart[]) =>
  open
    .filter((part) => part !== 'aspect' && part !== 'negative')
    .map((part) => formatBlank(imageBlanks[part]))

/** Formats the prompt as phrases, with the parameters at the very end. */
const asMidjourney = (text: string, open: readonly ImagePromptPart[], tokens: string): string => {
  const parametersIndex = findMidjourneyParametersIndex(text)
  const head = text.slice(0, parametersIndex)
  const ownParameters = text.slice(parametersIndex).trim()
  const phrases = descriptiveBlanks(open)
  const parameters = [
    ownParameters,
    open.includes('aspect') &&
      !containsAnyWord(tokens, OTHER_RATIO) &&
      `--ar ${formatBlank(parameterBlanks.ratio)}`,
  ].filter(Boolean)
  const described = phrases.length
    ? `${head}${/[.,;:!?]$/.test(head) ? '' : ','} ${phrases.join(', ')}`
    : head
  return [described, ...parameters].join(' ')
}

const MAX_WEIGHTED_SUBJECT = 120

/** Formats the prompt as tags with a weighted subject, and the negative prompt on its own line. */
const asWeightedTags = (text: string, open: readonly ImagePromptPart[]): string => {
  const end = text.search(/\n+Negative prompt:|$/i)
  const head = text.slice(0, end)
  // Weighting a subject that contains an exclusion would emphasize the excluded things.
  const isPlain =
    open.includes('negative') && head.length <= MAX_WEIGHTED_SUBJECT && !/[():\n{}[\]]/.test(head)
  const subject = isPlain ? `(${head}:1.2)` : head
  const tags = descriptiveBlanks(open)
  const described = tags.length ? `${subject}${subject.endsWith(',') ? '' : ','} ${tags.join(', ')}` : subject
  const negative = open.includes('negative')
    ? `\nNegative prompt: ${formatBlank(parameterBlanks.negative)}`
    : text.slice(end)
  return described + negative
}
