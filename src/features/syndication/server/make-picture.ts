import { createHash } from 'node:crypto'
import path from 'node:path'
import { ellipsis } from '#core/text.ts'
import { type PictureText, pictureLayout, pictureSize } from '#features/syndication/server/picture-layout.ts'
import { draw } from '#server/media/draw.ts'
import { inTurn } from '#server/media/in-turn.ts'
import { hasFile, placeOf, writeWhole } from '#server/media/place.ts'

// Letters of scripts that no font of ours draws would come out as boxes.
const DRAWABLE =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Devanagari}\p{Script=Common}\p{Script=Inherited}]*$/u
const PICTOGRAPHS = /[\p{Extended_Pictographic}\u{1F1E6}-\u{1F1FF}\uFE0F\u200D]/gu
const queue = inTurn<string>(50)

/** The post's preview picture (1200 × 630 PNG), made on first use and kept; answers its place under `made`. */
export const makePicture = async (dataDir: string, given: PictureText): Promise<string> => {
  const drawn = {
    ...given,
    title: drawable(given.title, given.type),
    topic: given.topic && drawable(given.topic, ''),
  }
  const name = `${createHash('sha256').update(JSON.stringify(drawn)).digest('hex')}.png`
  const place = placeOf(name)
  if (await hasFile(path.join(dataDir, 'made', place))) return place
  return queue(name, async () => {
    await writeWhole(
      dataDir,
      'made',
      name,
      await draw('layOut', { box: pictureLayout(drawn), ...pictureSize }),
    )
    return place
  })
}

const drawable = (text: string, otherwise: string): string => {
  const plain = text.replace(PICTOGRAPHS, '').trim()
  return plain && DRAWABLE.test(plain) ? ellipsis(plain, 140) : otherwise
}
