import { type Blank, formatBlank, formatBlankField, musicBlanks, speechBlanks } from './blanks.ts'
import { detectLayout } from './detect-layout.ts'
import type { ModelFamily } from './model-family.ts'
import { musicPromptParts, speechPromptParts } from './parts/media-parts.ts'
import { findMissingPromptParts, type PromptPart } from './parts/prompt-part.ts'
import { appendJsonKeys } from './prompt-layout.ts'
import { containsAnyWord, containsUnnegatedWord, parseWordList, toNormalizedTokens } from './tokens.ts'

const SPOKEN = parseWordList(
  'voiceover, voice over, narration, narrate, narrator, speech, speak, spoken, audiobook, podcast, announcement, read aloud, text to speech, tts, dialogue, meditation, vorlesen, voz en off, voix off',
)
const MUSIC = parseWordList(
  'song, songs, music, musical, track, beat, beats, melody, tune, soundtrack, jingle, score, theme, instrumental, bpm, lullaby, anthem, ballad, symphony, choir, orchestra, piano, guitar, rap, jazz, rock, techno, house, lo fi, lofi, hip hop, folk, blues, edm, ambient, lied, musik, chanson, musique, canción, música, canção, *音乐, *音楽, *曲, *음악',
)
const EFFECT = parseWordList('sound effect, sound effects, sfx, foley, field recording, white noise, noise')
/** Words that request vocals. */
export const VOCAL_WORDS = parseWordList(
  'lyrics, sing, sings, sung, singer, singing, voice, voices, vocal, vocals',
)
const SECTIONS = ['Intro', 'Verse', 'Chorus', 'Bridge', 'Outro'] as const
const SECTION =
  /\[(?:intro|verse|chorus|bridge|outro|hook|pre-chorus|drop|instrumental|strophe|refrain|estrofa|coro)/i
/** The empty sections that the rules append to a song prompt. */
export const EMPTY_SONG_SECTIONS = /(?:\n\n\[(?:Intro|Verse|Chorus|Bridge|Outro)\])+(?=\n|$)/

/** Optimizes a prompt for music or speech. For any other prompt, adds only a blank for the duration. */
export const optimizeAudioPrompt = (text: string, family?: ModelFamily): string => {
  const tokens = toNormalizedTokens(text)
  const isMusic = containsUnnegatedWord(tokens, MUSIC) || family === 'song'
  const isEffect = containsAnyWord(tokens, EFFECT)
  // A speech model reads its whole input aloud, so nothing may be added to a script.
  if (family === 'speech' && !isMusic && !isEffect && !containsUnnegatedWord(tokens, SPOKEN)) return text
  const isSpeech = !isEffect && !isMusic && containsUnnegatedWord(tokens, SPOKEN)
  const missing = asksFor(text, tokens, { isSpeech, isMusic: isMusic && !isEffect })
  if (detectLayout(text) === 'json')
    return appendJsonKeys(
      text,
      missing.map((ask) => [ask.name, formatBlank(ask)]),
    )
  if (family === 'tags') return missing.length ? `${text} | ${missing.map(formatBlank).join(' | ')}` : text
  if (family !== 'song')
    return missing.length ? `${text}\n\n${missing.map(formatBlankField).join('\n')}` : text
  const style = missing.length ? `\n\nStyle: ${missing.map(formatBlank).join(', ')}` : ''
  return `${text}${style}${SECTION.test(text) ? '' : sectionsNamedIn(tokens)}`
}

/** Returns an empty section for each section that the author names; the result may be empty. */
const sectionsNamedIn = (tokens: string): string =>
  SECTIONS.filter((name) =>
    containsUnnegatedWord(
      tokens,
      ['', 's', 'es'].map((ending) => `${name.toLowerCase()}${ending}`),
    ),
  )
    .map((name) => `\n\n[${name}]`)
    .join('')

const asksFor = (
  text: string,
  tokens: string,
  { isSpeech, isMusic }: { isSpeech: boolean; isMusic: boolean },
): Blank[] => {
  const parts: readonly PromptPart[] = isSpeech ? speechPromptParts : musicPromptParts
  const all: Record<string, Blank> = isSpeech
    ? speechBlanks
    : isMusic
      ? musicBlanks
      : { duration: musicBlanks.duration }
  const missing = findMissingPromptParts(parts, text, tokens)
  return Object.entries(all).flatMap(([part, ask]) => (missing.has(part) ? [ask] : []))
}
