import { asLine, blank, videoAsks } from './asks.ts'
import { bagOf } from './bag.ts'
import { addToJson, isAskedIn } from './lay-out.ts'
import { missingOf } from './parts/part.ts'
import { videoParts } from './parts/pictures.ts'
import { shapeOf } from './shape.ts'

/** Optimizes a prompt for a video: the author's text, followed by blanks for what it leaves open. */
export const writeVideo = (text: string): string => {
  const missing = missingOf(videoParts, text, bagOf(text))
  const open = videoParts
    .map(({ id }) => videoAsks[id])
    .filter((ask, index) => missing.has(videoParts[index]?.id ?? 'shot') && !isAskedIn(text, ask.name))
  if (shapeOf(text) === 'json')
    return addToJson(
      text,
      open.map((ask) => [ask.name, blank(ask)]),
    )
  return open.length ? `${text}\n\n${open.map(asLine).join('\n')}` : text
}
