import { createHash } from 'node:crypto'
import path from 'node:path'
import { ellipsis } from '#core/text.ts'
import { drawableText } from '#features/syndication/server/drawable-text.ts'
import { type PictureText, pictureLayout, pictureSize } from '#features/syndication/server/picture-layout.ts'
import { draw } from '#server/media/draw.ts'
import { inTurn } from '#server/media/in-turn.ts'
import { hasFile, placeOf, writeWhole } from '#server/media/place.ts'

const queue = inTurn<string>(50)

/** The post's preview picture (1200 × 630 PNG), made on first use and kept; answers its place under `made`. */
export const makePicture = async (dataDir: string, given: PictureText): Promise<string> => {
  const drawn = {
    ...given,
    title: ellipsis(drawableText(given.title) ?? given.type, 140),
    topic: given.topic && drawableText(given.topic),
    site: drawableText(given.site) ?? '',
  }
  const box = pictureLayout(drawn)
  const name = `${createHash('sha256').update(JSON.stringify(box)).digest('hex')}.png`
  const place = placeOf(name)
  if (await hasFile(path.join(dataDir, 'made', place))) return place
  return queue(name, async () => {
    await writeWhole(dataDir, 'made', name, await draw('layOut', { box, ...pictureSize }))
    return place
  })
}
