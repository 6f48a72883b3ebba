import { LRUCache } from 'lru-cache'
import { Failure } from '#core/failure.ts'
import type { MediaName } from '#features/media/contract.ts'
import { draw } from '#server/media/draw.ts'
import type { KeptFiles } from '#server/media/kept-files.ts'
import type { MadeFiles } from '#server/media/made-files.ts'
import { shareWork } from '#server/media/share-work.ts'

type Parts = { files: KeptFiles; made: MadeFiles }
type Wanted = { name: string; width: number; media: MediaName }

const share = shareWork<string | null>()
/** Moving pictures that take too long to shrink: the attempt is not repeated for every visitor. */
const tooSlow = new LRUCache<string, true>({ max: 10_000 })
/** A larger picture is heavy work: shrinking takes some 25 ms a megapixel. */
const LIGHT_PIXELS = 16_000_000

/**
 * The picture in this width as WebP, never enlarged, moving pictures moving; the original where that takes too long. Made
 * on first use and kept. `owner` is whom the work is for. Answers the file's path; `null` where there is no original.
 */
export const makeThumbnail = async (
  { files, made }: Parts,
  { name, width, media }: Wanted,
  owner: string,
): Promise<string | null> => {
  const thumbnail = `${media.hash}-${width}.webp`
  const present = await made.find(thumbnail)
  if (present) return present
  return share(thumbnail, async () => {
    const original = await files.find(name)
    if (!original || tooSlow.has(thumbnail)) return original
    const animated = media.extension === 'gif' || media.extension === 'webp'
    const lane = animated || media.width * media.height > LIGHT_PIXELS ? 'heavy' : 'light'
    try {
      return await made.write(
        thumbnail,
        await draw('shrink', { file: original, width, animated }, { owner, lane }),
      )
    } catch (error) {
      if (!(error instanceof Failure) || error.status !== 413) throw error
      tooSlow.set(thumbnail, true)
      return original
    }
  })
}
