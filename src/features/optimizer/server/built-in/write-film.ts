import { bagOf } from './bag.ts'
import { addToJson, isAskedIn, variable } from './lay-out.ts'
import { missingOf } from './parts/part.ts'
import { type VideoPart, videoParts } from './parts/pictures.ts'
import { shapeOf } from './shape.ts'

const ASKS: Record<VideoPart, readonly [label: string, name: string, value: string]> = {
  shot: ['Shot', 'shot', 'medium shot at eye level'],
  movement: ['Camera movement', 'camera_movement', 'slow push in'],
  light: ['Light', 'light', 'soft evening light'],
  style: ['Style', 'style', 'cinematic, natural colours'],
  duration: ['Duration', 'duration', '8 seconds, one continuous take'],
  sound: ['Sound', 'sound', 'ambient sound of the place, no music'],
  aspect: ['Aspect ratio', 'aspect_ratio', '16:9'],
}

/** A prompt for films: what happens as it is told, then shot, movement, light, style, duration, sound. */
export const writeFilm = (text: string, hasSound: boolean): string => {
  const missing = missingOf(videoParts, text, bagOf(text))
  const open = videoParts.map(({ id }) => id).filter((id) => missing.has(id) && !isAskedIn(text, ASKS[id][1]))
  const value = (part: VideoPart) => {
    const [, name, usual] = ASKS[part]
    return variable(
      name,
      part === 'sound' && hasSound ? 'ambient sound, and speech in quotes with who says it' : usual,
    )
  }
  if (shapeOf(text) === 'json')
    return addToJson(
      text,
      open.map((part) => [ASKS[part][1], value(part)]),
    )
  const lines = open.map((part) => `${ASKS[part][0]}: ${value(part)}`)
  return lines.length ? `${text}\n\n${lines.join('\n')}` : text
}
