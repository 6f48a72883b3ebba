import { bagOf, hasAny, words } from './bag.ts'
import { addToJson, isAskedIn, variable } from './lay-out.ts'
import { missingOf, type Part } from './parts/part.ts'
import { musicParts, speechParts } from './parts/sounds.ts'
import { shapeOf } from './shape.ts'

type Ask = readonly [label: string, name: string, value: string]

const ASKS: Record<string, Ask> = {
  genre: ['Genre', 'genre', 'indie pop'],
  tempo: ['Tempo', 'tempo', '100 BPM'],
  instruments: ['Instruments', 'instruments', 'piano, acoustic guitar, soft drums'],
  voice: ['Voice', 'voice', 'warm female voice'],
  mood: ['Mood', 'mood', 'hopeful'],
  duration: ['Duration', 'duration', '2 minutes'],
}

const SPEECH_ASKS: Record<string, Ask> = {
  voice: ['Voice', 'voice', 'warm female narrator, neutral accent'],
  pace: ['Pace', 'pace', 'calm, with a short pause after each sentence'],
  emotion: ['Emotion', 'emotion', 'friendly and confident'],
  background: ['Background', 'background', 'silence'],
}

const SPOKEN = words(
  'voiceover, voice over, narration, narrate, narrator, speech, speak, spoken, audiobook, podcast, announcement, read aloud, text to speech, tts, dialogue, vorlesen, voz en off, voix off',
)
const SECTION =
  /\[(?:intro|verse|chorus|bridge|outro|hook|pre-chorus|drop|instrumental|strophe|refrain|estrofa|coro)/i

export type SoundForm = 'lines' | 'song' | 'tags' | 'speech'

/** A prompt for music or speech; songs get sections for their lyrics. */
export const writeSound = (text: string, asked: SoundForm): string => {
  const bag = bagOf(text)
  const isSpeech = asked === 'speech' || (asked === 'lines' && hasAny(bag, SPOKEN))
  const form = isSpeech ? 'speech' : asked
  const parts: readonly Part[] = isSpeech ? speechParts : musicParts
  const asks = isSpeech ? SPEECH_ASKS : ASKS
  const missing = missingOf(parts, text, bag)
  const open = parts.flatMap(({ id }) => {
    const ask = missing.has(id) ? asks[id] : undefined
    return ask && !isAskedIn(text, ask[1]) ? [ask] : []
  })
  const value = ([, name, usual]: Ask) => variable(name, usual)
  if (shapeOf(text) === 'json')
    return addToJson(
      text,
      open.map((ask) => [ask[1], value(ask)]),
    )
  if (form === 'tags')
    return open.length ? `${text.replace(/[.,;]$/, '$&')} | ${open.map(value).join(' | ')}` : text
  if (form === 'song') return asSong(text, open.map(value))
  const lines = open.map((ask) => `${ask[0]}: ${value(ask)}`)
  return lines.length ? `${text}\n\n${lines.join('\n')}` : text
}

/** One line of style, then the sections that the lyrics are sung in. */
const asSong = (text: string, styles: readonly string[]): string => {
  const style = styles.length ? `\n\nStyle: ${styles.join(', ')}` : ''
  if (SECTION.test(text)) return text + style
  const lyric = (section: string, name: string, value: string) => `[${section}]\n${variable(name, value)}`
  const lyrics = [
    lyric('Verse 1', 'verse_1', 'four lines that set the scene'),
    lyric('Chorus', 'chorus', 'four lines that say what it is about'),
    lyric('Verse 2', 'verse_2', 'four lines that go on from there'),
    lyric('Bridge', 'bridge', 'two lines that turn it'),
    '[Outro]',
  ]
  return `${text}${style}\n\n${lyrics.join('\n\n')}`
}
