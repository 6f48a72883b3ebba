import { createHash } from 'node:crypto'
import { ellipsis } from '#core/text.ts'
import { drawableText } from '#features/syndication/server/drawable-text.ts'
import { type PictureText, pictureLayout, pictureSize } from '#features/syndication/server/picture-layout.ts'
import { draw } from '#server/media/draw.ts'
import type { MadeFiles } from '#server/media/made-files.ts'
import { shareWork } from '#server/media/share-work.ts'

const deduplicate = shareWork<string>()

/**
 * Returns the path of the post's preview image (1200 × 630 PNG), which is rendered on first use and cached.
 * `owner` is charged for the work.
 */
export const makePicture = async (made: MadeFiles, text: PictureText, owner: string): Promise<string> => {
  const renderable = {
    ...text,
    title: ellipsis(drawableText(text.title) ?? text.type, 140),
    topic: text.topic && drawableText(text.topic),
    site: drawableText(text.site) ?? '',
  }
  const layout = pictureLayout(renderable)
  const name = `${createHash('sha256').update(JSON.stringify(layout)).digest('hex')}.png`
  return (
    (await made.find(name)) ??
    deduplicate(name, async () =>
      made.write(name, await draw('layOut', { box: layout, ...pictureSize }, { owner, lane: 'heavy' })),
    )
  )
}
