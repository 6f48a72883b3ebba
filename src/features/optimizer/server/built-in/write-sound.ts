import { type Ask, asLine, blank, musicAsks, speechAsks } from './asks.ts'
import { bagOf, hasAny, words } from './bag.ts'
import { isAffirmed } from './is-affirmed.ts'
import { addToJson, isAskedIn } from './lay-out.ts'
import { missingOf, type Part } from './parts/part.ts'
import { musicParts, speechParts } from './parts/sounds.ts'
import { shapeOf } from './shape.ts'

const SPOKEN = words(
  'voiceover, voice over, narration, narrate, narrator, speech, speak, spoken, audiobook, podcast, announcement, read aloud, text to speech, tts, dialogue, meditation, vorlesen, voz en off, voix off',
)
const MUSIC = words(
  'song, songs, music, musical, track, beat, beats, melody, tune, soundtrack, jingle, score, theme, instrumental, bpm, lullaby, anthem, ballad, symphony, choir, orchestra, piano, guitar, rap, jazz, rock, techno, house, lo fi, lofi, hip hop, folk, blues, edm, ambient, lied, musik, chanson, musique, canción, música, canção, *音乐, *音楽, *曲, *음악',
)
const EFFECT = words('sound effect, sound effects, sfx, foley, field recording, white noise, noise')
/** Words that request vocals. */
export const SUNG = words('lyrics, sing, sings, sung, singer, singing, voice, voices, vocal, vocals')
const SECTIONS = ['Intro', 'Verse', 'Chorus', 'Bridge', 'Outro'] as const
const SECTION =
  /\[(?:intro|verse|chorus|bridge|outro|hook|pre-chorus|drop|instrumental|strophe|refrain|estrofa|coro)/i
/** The empty sections that the rules append to a prompt for a song. */
export const SONG_SECTIONS = /(?:\n\n\[(?:Intro|Verse|Chorus|Bridge|Outro)\])+(?=\n|$)/

export type SoundForm = 'lines' | 'song' | 'tags' | 'speech'

/** Optimizes a prompt for music or speech. A prompt for neither only gets a blank for the duration. */
export const writeSound = (text: string, form: SoundForm): string => {
  const tokens = bagOf(text)
  const isMusic = isAffirmed(tokens, MUSIC) || form === 'song'
  const isEffect = hasAny(tokens, EFFECT)
  // A speech model reads its whole input aloud, so nothing may be added to a script.
  if (form === 'speech' && !isMusic && !isEffect && !isAffirmed(tokens, SPOKEN)) return text
  const isSpeech = !isEffect && !isMusic && isAffirmed(tokens, SPOKEN)
  const missing = asksFor(text, tokens, { isSpeech, isMusic: isMusic && !isEffect })
  if (shapeOf(text) === 'json')
    return addToJson(
      text,
      missing.map((ask) => [ask.name, blank(ask)]),
    )
  if (form === 'tags') return missing.length ? `${text} | ${missing.map(blank).join(' | ')}` : text
  if (form !== 'song') return missing.length ? `${text}\n\n${missing.map(asLine).join('\n')}` : text
  const style = missing.length ? `\n\nStyle: ${missing.map(blank).join(', ')}` : ''
  return `${text}${style}${SECTION.test(text) ? '' : sectionsNamedIn(tokens)}`
}

/** Returns an empty section for each that the author names, possibly none. */
const sectionsNamedIn = (tokens: string): string =>
  SECTIONS.filter((name) => isAffirmed(tokens, [name.toLowerCase(), `${name.toLowerCase()}s`]))
    .map(
      (name) => `

[${name}]`,
    )
    .join('')

const asksFor = (
  text: string,
  tokens: string,
  { isSpeech, isMusic }: { isSpeech: boolean; isMusic: boolean },
): Ask[] => {
  const parts: readonly Part[] = isSpeech ? speechParts : musicParts
  const all: Record<string, Ask> = isSpeech
    ? speechAsks
    : isMusic
      ? musicAsks
      : { duration: musicAsks.duration }
  const missing = missingOf(parts, text, tokens)
  return Object.entries(all).flatMap(([part, ask]) =>
    missing.has(part) && !isAskedIn(text, ask.name) ? [ask] : [],
  )
}
