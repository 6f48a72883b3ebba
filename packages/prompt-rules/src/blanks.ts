import {
  imagePromptParts,
  musicPromptParts,
  speechPromptParts,
  videoPromptParts,
} from './parts/media-parts.ts'
import type { PromptPart } from './parts/prompt-part.ts'
import { codePromptParts, textPromptParts } from './parts/text-and-code-parts.ts'
import { formatBlankWithDefault } from './prompt-layout.ts'
import { phrasesByLanguage } from './prompt-phrases.ts'

/**
 * A blank that the rules add for a detail that the prompt does not specify. Its default must suit every
 * prompt of the type: it leaves the decision to the model, so a prompt copied with unfilled blanks contains
 * no added requirements.
 */
export type Blank = { label: string; name: string; value: string }

const createBlank = (label: string, name: string, value: string): Blank => ({ label, name, value })

/** Blanks for requests in English; `PromptPhrases` defines the blanks that exist in every language. */
export const textBlanks = {
  audience: createBlank('Audience', 'audience', 'the people the task is meant for'),
  context: createBlank('Situation', 'situation', 'as the task describes it'),
  tone: createBlank('Tone', 'tone', 'one that suits the purpose'),
}

export const codeBlanks = {
  language: createBlank('Language and version', 'language', 'the one that the task implies'),
  interfaces: createBlank('Inputs and outputs', 'inputs_and_outputs', 'as the task describes them'),
  'edge cases': createBlank('Edge cases', 'edge_cases', 'those that matter for the task'),
  tests: createBlank('Tests', 'tests', 'only if the task calls for them'),
  format: createBlank('Form of the answer', 'answer_format', 'the form that suits the task'),
}

export const imageBlanks = {
  composition: createBlank('Composition', 'composition', 'composition that suits the subject'),
  light: createBlank('Light', 'light', 'light that suits the subject'),
  lens: createBlank('Lens', 'lens', 'lens that suits the subject'),
  style: createBlank('Style', 'style', 'style that suits the subject'),
  aspect: createBlank('Aspect ratio', 'aspect_ratio', 'a ratio that suits the subject'),
  negative: createBlank('Leave out', 'leave_out', 'nothing else'),
}

export const videoBlanks = {
  shot: createBlank('Shot', 'shot', 'framing that suits the scene'),
  movement: createBlank('Camera movement', 'camera_movement', 'whatever suits the scene'),
  light: createBlank('Light', 'scene_light', 'light that suits the scene'),
  style: createBlank('Style', 'film_style', 'style that suits the scene'),
  duration: createBlank('Duration', 'duration', 'as long as the scene needs'),
  sound: createBlank('Sound', 'sound', 'whatever suits the scene'),
  aspect: createBlank('Aspect ratio', 'film_aspect_ratio', 'a ratio that suits the scene'),
}

export const musicBlanks = {
  genre: createBlank('Genre', 'genre', 'genre that suits the description'),
  tempo: createBlank('Tempo', 'tempo', 'tempo that suits the mood'),
  instruments: createBlank('Instruments', 'instruments', 'instruments that suit the style'),
  mood: createBlank('Mood', 'mood', 'mood that suits the description'),
  duration: createBlank('Duration', 'length', 'as long as the piece needs'),
}

export const speechBlanks = {
  voice: createBlank('Voice', 'voice', 'a voice that suits the text'),
  pace: createBlank('Pace', 'pace', 'a pace that suits the text'),
  emotion: createBlank('Emotion', 'emotion', 'as the text suggests'),
}

/**
 * Blanks in the parameter syntax of Midjourney and Stable Diffusion. The values are Midjourney's own
 * defaults.
 */
export const parameterBlanks = {
  ratio: createBlank('Aspect ratio', 'aspect_ratio', '1:1'),
  stylize: createBlank('Stylize', 'stylize', '100'),
  negative: createBlank('Negative prompt', 'negative_prompt', 'low quality'),
}

export const formatBlank = ({ name, value }: Blank): string => formatBlankWithDefault(name, value)

export const formatBlankField = (ask: Blank): string => `${ask.label}: ${formatBlank(ask)}`

/** A blank as the rules write it, and the prompt part that makes it unnecessary. */
type RuleBlank = { written: string; label: string; part: PromptPart | undefined }

const blanksOf = (asks: Record<string, Blank>, parts: readonly PromptPart[]): RuleBlank[] =>
  Object.entries(asks).map(([id, ask]) => ({
    written: formatBlank(ask),
    label: ask.label,
    part: parts.find((part) => part.id === id),
  }))

const { ratio, stylize, negative } = parameterBlanks

/** Every blank that the rules can add, for all types and languages. */
export const ruleBlanks: readonly RuleBlank[] = [
  ...blanksOf(textBlanks, textPromptParts),
  ...phrasesByLanguage.flatMap(({ blanks: asks }) =>
    Object.entries(asks).map(([id, [label, name, value]]) => ({
      written: formatBlankWithDefault(name, value),
      label,
      part: textPromptParts.find((part) => part.id === id),
    })),
  ),
  ...blanksOf(codeBlanks, codePromptParts),
  ...blanksOf(imageBlanks, imagePromptParts),
  ...blanksOf({ aspect: ratio }, imagePromptParts),
  ...blanksOf({ stylize, negative }, imagePromptParts),
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
    `, (${written}:1.1)`,
    `(${written}:1.1), `,
    `(${written}:1.1)`,
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
