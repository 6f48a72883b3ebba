import path from 'node:path'
import sharp from 'sharp'
import type { MediaName } from '#features/media/contract.ts'
import { inTurn } from '#server/media/in-turn.ts'
import { hasFile, placeOf, writeWhole } from '#server/media/place.ts'

const WAITING_MOST = 100
const PIXELS_MOST = 100_000_000
const queue = inTurn<string>(WAITING_MOST)

/**
 * The picture in this width as WebP, never enlarged, moving pictures moving. Made on first use and kept.
 * Answers the file's place under `made`. Rejects where the original is not there.
 */
export const makeThumbnail = async (
  dataDir: string,
  name: string,
  width: number,
  media: MediaName,
): Promise<string> => {
  const made = `${media.hash}-${width}.webp`
  const place = placeOf(made)
  if (await hasFile(path.join(dataDir, 'made', place))) return place
  return queue(made, async () => {
    const original = path.join(dataDir, 'media', placeOf(name))
    const animated = media.extension === 'gif' || media.extension === 'webp'
    const bytes = await sharp(original, { animated, limitInputPixels: PIXELS_MOST })
      .resize({ width, withoutEnlargement: true })
      .webp({ quality: 78 })
      .toBuffer()
    await writeWhole(dataDir, 'made', made, bytes)
    return place
  })
}
