import { imageParts, musicPromptParts, speechParts, videoParts } from './parts/media-parts.ts'
import type { PromptPart } from './parts/prompt-part.ts'
import { codeParts, textPromptParts } from './parts/text-and-code-parts.ts'
import { blankWithDefault } from './prompt-layout.ts'
import { wordings } from './wordings.ts'

/**
 * A blank that the rules add for a detail that the prompt does not specify. Its default must suit every
 * prompt of the type: it leaves the decision to the model, so a prompt copied with unfilled blanks contains
 * no added requirements.
 */
export type Blank = { label: string; name: string; value: string }

const ask = (label: string, name: string, value: string): Blank => ({ label, name, value })

/** Blanks for requests in English; `Wording` defines the blanks that exist in every language. */
export const textBlanks = {
  audience: ask('Audience', 'audience', 'the people the task is meant for'),
  context: ask('Situation', 'situation', 'as the task describes it'),
  tone: ask('Tone', 'tone', 'one that suits the purpose'),
}

export const codeBlanks = {
  language: ask('Language and version', 'language', 'the one that the task implies'),
  interfaces: ask('Inputs and outputs', 'inputs_and_outputs', 'as the task describes them'),
  'edge cases': ask('Edge cases', 'edge_cases', 'those that matter for the task'),
  tests: ask('Tests', 'tests', 'only if the task calls for them'),
  format: ask('Form of the answer', 'answer_format', 'the form that suits the task'),
}

export const imageBlanks = {
  composition: ask('Composition', 'composition', 'composition that suits the subject'),
  light: ask('Light', 'light', 'light that suits the subject'),
  lens: ask('Lens', 'lens', 'lens that suits the subject'),
  style: ask('Style', 'style', 'style that suits the subject'),
  aspect: ask('Aspect ratio', 'aspect_ratio', 'a ratio that suits the subject'),
  negative: ask('Leave out', 'leave_out', 'nothing else'),
}

export const videoBlanks = {
  shot: ask('Shot', 'shot', 'framing that suits the scene'),
  movement: ask('Camera movement', 'camera_movement', 'whatever suits the scene'),
  light: ask('Light', 'scene_light', 'light that suits the scene'),
  style: ask('Style', 'film_style', 'style that suits the scene'),
  duration: ask('Duration', 'duration', 'as long as the scene needs'),
  sound: ask('Sound', 'sound', 'whatever suits the scene'),
  aspect: ask('Aspect ratio', 'film_aspect_ratio', 'a ratio that suits the scene'),
}

export const musicBlanks = {
  genre: ask('Genre', 'genre', 'genre that suits the description'),
  tempo: ask('Tempo', 'tempo', 'tempo that suits the mood'),
  instruments: ask('Instruments', 'instruments', 'instruments that suit the style'),
  mood: ask('Mood', 'mood', 'mood that suits the description'),
  duration: ask('Duration', 'length', 'as long as the piece needs'),
}

export const speechBlanks = {
  voice: ask('Voice', 'voice', 'a voice that suits the text'),
  pace: ask('Pace', 'pace', 'a pace that suits the text'),
  emotion: ask('Emotion', 'emotion', 'as the text suggests'),
}

/**
 * Blanks in the parameter syntax of Midjourney and Stable Diffusion. The values are Midjourney's own
 * defaults.
 */
export const parameterBlanks = {
  ratio: ask('Aspect ratio', 'aspect_ratio', '1:1'),
  stylize: ask('Stylize', 'stylize', '100'),
  negative: ask('Negative prompt', 'negative_prompt', 'low quality'),
}

export const formatBlank = ({ name, value }: Blank): string => blankWithDefault(name, value)

export const formatBlankField = (ask: Blank): string => `${ask.label}: ${formatBlank(ask)}`

/** A blank as the rules write it, and the prompt part that makes it unnecessary. */
type OwnBlank = { written: string; label: string; part: PromptPart | undefined }

const blanksOf = (asks: Record<string, Blank>, parts: readonly PromptPart[]): OwnBlank[] =>
  Object.entries(asks).map(([id, ask]) => ({
    written: formatBlank(ask),
    label: ask.label,
    part: parts.find((part) => part.id === id),
  }))

const { ratio, stylize, negative } = parameterBlanks

/** Every blank that the rules can add, for all types and languages. */
export const ruleBlanks: readonly OwnBlank[] = [
  ...blanksOf(textBlanks, textPromptParts),
  ...wordings.flatMap(({ blanks: asks }) =>
    Object.entries(asks).map(([id, [label, name, value]]) => ({
      written: blankWithDefault(name, value),
      label,
      part: textPromptParts.find((part) => part.id === id),
    })),
  ),
  ...blanksOf(codeBlanks, codeParts),
  ...blanksOf(imageBlanks, imageParts),
  ...blanksOf({ aspect: ratio }, imageParts),
  ...blanksOf({ stylize, negative }, imageParts),
  ...blanksOf(videoBlanks, videoParts),
  ...blanksOf(musicBlanks, musicPromptParts),
  ...blanksOf(speechBlanks, speechParts),
]

const labels = new Set([...ruleBlanks.map(({ label }) => label), 'Style'])

/** Removes a blank together with the line, phrase, tag, parameter or JSON key that contains it. */
export const removeBlank = (text: string, written: string): string => {
  const lines = text.split('\n')
  const lineIndex = lines.findIndex((line) => {
    const [, label] = /^(?:- )?([^\n:]{1,40}): \$\{[^{}\n]*\}$/.exec(line) ?? []
    return label !== undefined && labels.has(label) && line.endsWith(` ${written}`)
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
  const form = forms.find((candidate) => text.includes(candidate))
  return form === undefined ? text : text.replace(form, () => '')
}
