import { variable } from './lay-out.ts'

/**
 * A blank that the rules add for a detail that the prompt does not specify. Its default must suit every
 * prompt of the type: it leaves the decision to the model, so that a prompt copied with unfilled blanks adds
 * nothing of its own.
 */
export type Ask = { label: string; name: string; value: string }

const ask = (label: string, name: string, value: string): Ask => ({ label, name, value })

/** For English requests; `Wording` has the blanks that exist in every language. */
export const textAsks = {
  audience: ask('Audience', 'audience', 'the people the task is meant for'),
  context: ask('Situation', 'situation', 'as the task describes it'),
  tone: ask('Tone', 'tone', 'one that suits the purpose'),
}

export const codeAsks = {
  language: ask('Language and version', 'language', 'the one that the task implies'),
  interfaces: ask('Inputs and outputs', 'inputs_and_outputs', 'as the task describes them'),
  'edge cases': ask('Edge cases', 'edge_cases', 'those that matter for the task'),
  tests: ask('Tests', 'tests', 'only if the task calls for them'),
  format: ask('Form of the answer', 'answer_format', 'the form that suits the task'),
}

export const imageAsks = {
  composition: ask('Composition', 'composition', 'composition that suits the subject'),
  light: ask('Light', 'light', 'light that suits the subject'),
  lens: ask('Lens', 'lens', 'lens that suits the subject'),
  style: ask('Style', 'style', 'style that suits the subject'),
  aspect: ask('Aspect ratio', 'aspect_ratio', 'a ratio that suits the subject'),
  negative: ask('Leave out', 'leave_out', 'nothing else'),
}

export const videoAsks = {
  shot: ask('Shot', 'shot', 'framing that suits the scene'),
  movement: ask('Camera movement', 'camera_movement', 'whatever suits the scene'),
  light: ask('Light', 'scene_light', 'light that suits the scene'),
  style: ask('Style', 'film_style', 'style that suits the scene'),
  duration: ask('Duration', 'duration', 'as long as the scene needs'),
  sound: ask('Sound', 'sound', 'whatever suits the scene'),
  aspect: ask('Aspect ratio', 'film_aspect_ratio', 'a ratio that suits the scene'),
}

export const musicAsks = {
  genre: ask('Genre', 'genre', 'genre that suits the description'),
  tempo: ask('Tempo', 'tempo', 'tempo that suits the mood'),
  instruments: ask('Instruments', 'instruments', 'instruments that suit the style'),
  mood: ask('Mood', 'mood', 'mood that suits the description'),
  duration: ask('Duration', 'length', 'as long as the piece needs'),
}

export const speechAsks = {
  voice: ask('Voice', 'voice', 'a voice that suits the text'),
  pace: ask('Pace', 'pace', 'a pace that suits the text'),
  emotion: ask('Emotion', 'emotion', 'as the text suggests'),
}

/**
 * Blanks in the parameter syntax of Midjourney and Stable Diffusion. The values are Midjourney's own
 * defaults.
 */
export const parameterAsks = {
  ratio: ask('Aspect ratio', 'aspect_ratio', '1:1'),
  stylize: ask('Stylize', 'stylize', '100'),
  negative: ask('Negative prompt', 'negative_prompt', 'low quality'),
}

export const blank = ({ name, value }: Ask): string => variable(name, value)

export const asLine = (ask: Ask): string => `${ask.label}: ${blank(ask)}`
