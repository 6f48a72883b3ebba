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
/** Words for what is sung. */
export const SUNG = words('lyrics, sing, sings, sung, singer, singing, voice, voices, vocal, vocals')
const SECTIONS = ['Intro', 'Verse', 'Chorus', 'Bridge', 'Outro'] as const
const SECTION =
  /\[(?:intro|verse|chorus|bridge|outro|hook|pre-chorus|drop|instrumental|strophe|refrain|estrofa|coro)/i
/** The empty sections that the rules add at the end of a prompt for a song. */
export const SONG_SECTIONS = /(?:\n\n\[(?:Intro|Verse|Chorus|Bridge|Outro)\])+(?=\n|$)/

export type SoundForm = 'lines' | 'song' | 'tags' | 'speech'

/** A prompt for music or speech. What is plainly neither gets only a blank for its duration. */
export const writeSound = (text: string, asked: SoundForm): string => {
  const bag = bagOf(text)
  const isMusic = isAffirmed(bag, MUSIC) || asked === 'song'
  const isEffect = hasAny(bag, EFFECT)
  // A speech model reads aloud whatever it is given: to a script nothing is added.
  if (asked === 'speech' && !isMusic && !isEffect && !isAffirmed(bag, SPOKEN)) return text
  const isSpeech = !isEffect && !isMusic && isAffirmed(bag, SPOKEN)
  const open = asksFor(text, bag, { isSpeech, isMusic: isMusic && !isEffect })
  if (shapeOf(text) === 'json')
    return addToJson(
      text,
      open.map((ask) => [ask.name, blank(ask)]),
    )
  if (asked === 'tags') return open.length ? `${text} | ${open.map(blank).join(' | ')}` : text
  if (asked !== 'song') return open.length ? `${text}\n\n${open.map(asLine).join('\n')}` : text
  const style = open.length ? `\n\nStyle: ${open.map(blank).join(', ')}` : ''
  return `${text}${style}${SECTION.test(text) ? '' : sectionsNamedIn(bag)}`
}

/** An empty section for each that the author names; a song may have none of them. */
const sectionsNamedIn = (bag: string): string =>
  SECTIONS.filter((name) => isAffirmed(bag, [name.toLowerCase(), `${name.toLowerCase()}s`]))
    .map(
      (name) => `

[${name}]`,
    )
    .join('')

const asksFor = (
  text: string,
  bag: string,
  { isSpeech, isMusic }: { isSpeech: boolean; isMusic: boolean },
): Ask[] => {
  const parts: readonly Part[] = isSpeech ? speechParts : musicParts
  const all: Record<string, Ask> = isSpeech
    ? speechAsks
    : isMusic
      ? musicAsks
      : { duration: musicAsks.duration }
  const missing = missingOf(parts, text, bag)
  return Object.entries(all).flatMap(([part, ask]) =>
    missing.has(part) && !isAskedIn(text, ask.name) ? [ask] : [],
  )
}
