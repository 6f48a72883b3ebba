import { createHash } from 'node:crypto'
import { ellipsis } from '#core/text.ts'
import { drawableText } from '#features/syndication/server/drawable-text.ts'
import { type PictureText, pictureLayout, pictureSize } from '#features/syndication/server/picture-layout.ts'
import { draw } from '#server/media/draw.ts'
import type { MadeFiles } from '#server/media/made-files.ts'
import { shareWork } from '#server/media/share-work.ts'

const share = shareWork<string>()

/** The post's preview picture (1200 × 630 PNG), made on first use and kept; answers its path. `owner` is whom the work is for. */
export const makePicture = async (made: MadeFiles, given: PictureText, owner: string): Promise<string> => {
  const drawn = {
    ...given,
    title: ellipsis(drawableText(given.title) ?? given.type, 140),
    topic: given.topic && drawableText(given.topic),
    site: drawableText(given.site) ?? '',
  }
  const box = pictureLayout(drawn)
  const name = `${createHash('sha256').update(JSON.stringify(box)).digest('hex')}.png`
  return (
    (await made.find(name)) ??
    share(name, async () =>
      made.write(name, await draw('layOut', { box, ...pictureSize }, { owner, lane: 'heavy' })),
    )
  )
}
