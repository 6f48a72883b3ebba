import {
  imagePromptParts,
  musicPromptParts,
  speechPromptParts,
  videoPromptParts,
} from './parts/media-parts.ts'
import type { PromptPart } from './parts/prompt-part.ts'
import { codePromptParts, textPromptParts } from './parts/text-and-code-parts.ts'
import { formatBlankWithValue, formatSuggestions } from './prompt-layout.ts'
import { phrasesByLanguage } from './prompt-phrases.ts'

/**
 * A blank that the rules add for a detail that the prompt does not specify. It is optional: `value` begins with `|` and
 * lists suggestions, none of which is a default. A prompt copied with unfilled blanks contains no added requirements.
 */
export type Blank = { label: string; name: string; value: string }

const createBlank = (label: string, name: string, ...suggestions: string[]): Blank => ({
  label,
  name,
  value: formatSuggestions(suggestions),
})

/** Blanks for requests in English; `PromptPhrases` defines the blanks that exist in every language. */
export const textBlanks = {
  audience: createBlank('Audience', 'audience', 'beginners', 'experts', 'children', 'everyone'),
  tone: createBlank('Tone', 'tone', 'friendly', 'professional', 'neutral', 'humorous'),
  format: createBlank('Format', 'format', 'plain text', 'list', 'table', 'step by step'),
  length: createBlank('Length', 'length', 'one paragraph', 'half a page', 'about 1,000 words'),
}

export const codeBlanks = {
  language: createBlank('Language and version', 'language', 'Python 3', 'TypeScript', 'Java', 'C#'),
  interfaces: createBlank(
    'Inputs and outputs',
    'inputs_and_outputs',
    'arguments and a return value',
    'standard input and output',
    'files',
  ),
  'edge cases': createBlank('Edge cases', 'edge_cases', 'empty input', 'invalid input', 'very large input'),
  tests: createBlank('Tests', 'tests', 'unit tests', 'one example of use', 'none'),
  format: createBlank(
    'Form of the answer',
    'answer_format',
    'the result only',
    'with comments',
    'with a short explanation',
  ),
}

export const imageBlanks = {
  composition: createBlank('Composition', 'composition', 'close-up', 'wide shot', 'centered', 'from above'),
  light: createBlank('Light', 'light', 'soft daylight', 'golden hour', 'studio light', 'hard shadows'),
  lens: createBlank('Lens', 'lens', '35 mm', '50 mm', '85 mm', 'macro'),
  style: createBlank('Style', 'style', 'photograph', 'watercolor', 'flat vector', '3D render'),
  aspect: createBlank('Aspect ratio', 'aspect_ratio', '1:1', '3:2', '16:9', '9:16'),
  negative: createBlank('Leave out', 'leave_out', 'watermark', 'border', 'signature'),
}

export const videoBlanks = {
  shot: createBlank('Shot', 'shot', 'close-up', 'medium shot', 'wide shot', 'aerial shot'),
  movement: createBlank('Camera movement', 'camera_movement', 'none', 'slow push in', 'handheld', 'tracking'),
  light: createBlank('Light', 'scene_light', 'soft daylight', 'golden hour', 'night with street lights'),
  style: createBlank('Style', 'film_style', 'documentary', 'cinematic', 'animated'),
  duration: createBlank('Duration', 'duration', '5 seconds', '8 seconds', '15 seconds'),
  sound: createBlank('Sound', 'sound', 'natural sound', 'music', 'none'),
  aspect: createBlank('Aspect ratio', 'film_aspect_ratio', '16:9', '9:16', '1:1'),
}

export const musicBlanks = {
  genre: createBlank('Genre', 'genre', 'pop', 'jazz', 'classical', 'electronic'),
  tempo: createBlank('Tempo', 'tempo', '60 bpm', '90 bpm', '120 bpm'),
  instruments: createBlank(
    'Instruments',
    'instruments',
    'piano',
    'acoustic guitar',
    'strings',
    'synthesizer',
  ),
  mood: createBlank('Mood', 'mood', 'calm', 'happy', 'sad', 'tense'),
  duration: createBlank('Duration', 'length', '30 seconds', '1 minute', '3 minutes'),
}

export const speechBlanks = {
  voice: createBlank('Voice', 'voice', 'warm female voice', 'deep male voice', 'young voice'),
  pace: createBlank('Pace', 'pace', 'slow', 'moderate', 'fast'),
  emotion: createBlank('Emotion', 'emotion', 'calm', 'cheerful', 'serious'),
}

/**
 * Blanks in the parameter syntax of Midjourney and Stable Diffusion. They are not optional: the values are Midjourney's
 * own defaults.
 */
export const parameterBlanks = {
  ratio: { label: 'Aspect ratio', name: 'aspect_ratio', value: '1:1' },
  negative: { label: 'Negative prompt', name: 'negative_prompt', value: 'low quality' },
}

export const formatBlank = ({ name, value }: Blank): string => formatBlankWithValue(name, value)

export const formatBlankField = (ask: Blank): string => `${ask.label}: ${formatBlank(ask)}`

/** A blank as the rules write it, and the prompt part that makes it unnecessary. */
type RuleBlank = { written: string; label: string; part: PromptPart | undefined }

const blanksOf = (asks: Record<string, Blank>, parts: readonly PromptPart[]): RuleBlank[] =>
  Object.entries(asks).map(([id, ask]) => ({
    written: formatBlank(ask),
    label: ask.label,
    part: parts.find((part) => part.id === id),
  }))

const { ratio, negative } = parameterBlanks

/** Every blank that the rules can add, for all types and languages. */
export const ruleBlanks: readonly RuleBlank[] = [
  ...blanksOf(textBlanks, textPromptParts),
  ...phrasesByLanguage.flatMap(({ blanks: asks }) =>
    Object.entries(asks).map(([id, [label, name, value]]) => ({
      written: formatBlankWithValue(name, value),
      label,
      part:
        id === 'code'
          ? codePromptParts.find((part) => part.id === 'format')
          : textPromptParts.find((part) => part.id === id),
    })),
  ),
  ...blanksOf(codeBlanks, codePromptParts),
  ...blanksOf(imageBlanks, imagePromptParts),
  ...blanksOf({ aspect: ratio }, imagePromptParts),
  ...blanksOf({ negative }, imagePromptParts),
  ...blanksOf(videoBlanks, videoPromptParts),
  ...blanksOf(musicBlanks, musicPromptParts),
  ...blanksOf(speechBlanks, speechPromptParts),
]

const labels = new Set([...ruleBlanks.map(({ label }) => label), 'Style'])

/** Removes a blank together with the line, phrase, tag, parameter or JSON key that contains it. */
export const removeBlank = (text: string, written: string): string => {
  const lines = text.split('\n')
  const lineIndex = lines.findIndex((line) => {
    const label = /^(?:- )?([^\n:]{1,40}): \$\{[^{}\n]*\}$/.exec(line)?.[1] ?? ''
    return labels.has(label) && line.endsWith(` ${written}`)
  })
  if (lineIndex >= 0) return lines.filter((_, index) => index !== lineIndex).join('\n')
  const [, key] = /^\$\{([^:]+):/.exec(written) ?? []
  const forms = [
    `, ${written}`,
    `${written}, `,
    ` | ${written}`,
    ` --ar ${written}`,
    ` --stylize ${written}`,
    `,\n  ${JSON.stringify(key)}: ${JSON.stringify(written)}`,
    written,
  ]
  return text.replace(forms.find((form) => text.includes(form)) ?? written, () => '')
}
