import path from 'node:path'
import type { MediaName } from '#features/media/contract.ts'
import { draw } from '#server/media/draw.ts'
import { inTurn } from '#server/media/in-turn.ts'
import type { KeptFiles } from '#server/media/kept-files.ts'
import { hasFile, placeOf, writeWhole } from '#server/media/place.ts'

const WAITING_MOST = 100
const queue = inTurn<string | null>(WAITING_MOST)

/**
 * The picture in this width as WebP, never enlarged, moving pictures moving. Made on first use and kept.
 * Answers the file's path; `null` where there is no original.
 */
export const makeThumbnail = async (
  { dataDir, find }: KeptFiles,
  name: string,
  width: number,
  media: MediaName,
): Promise<string | null> => {
  const made = `${media.hash}-${width}.webp`
  const target = path.join(dataDir, 'made', placeOf(made))
  if (await hasFile(target)) return target
  return queue(made, async () => {
    const original = await find(name)
    if (!original) return null
    const animated = media.extension === 'gif' || media.extension === 'webp'
    const bytes = await draw('shrink', { file: original, width, animated })
    await writeWhole(dataDir, 'made', made, bytes)
    return target
  })
}
