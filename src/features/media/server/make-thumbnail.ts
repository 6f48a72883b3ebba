import { LRUCache } from 'lru-cache'
import { HttpError } from '#core/http-error.ts'
import type { MediaName } from '#core/media-name.ts'
import { createSingleFlight } from '#core/single-flight.ts'
import type { FileStore } from '#server/media/file-store.ts'
import type { GeneratedFileCache } from '#server/media/generated-files.ts'
import { runImageJob } from '#server/media/image-worker.ts'

type Dependencies = { files: FileStore; generatedFiles: GeneratedFileCache }
type Request = { name: string; width: number; media: MediaName; isStill: boolean }

const share = createSingleFlight<string | null>()
/**
 * Thumbnails of animations that are known to take too long to shrink. Remembering them avoids another attempt
 * on every request.
 */
const tooSlow = new LRUCache<string, true>({ max: 10_000 })
/**
 * Images with more pixels are queued in the image workers' lane for heavy work, because shrinking takes about
 * 25 ms per megapixel.
 */
const MAX_LIGHT_PIXELS = 16_000_000

/**
 * Returns the path of the image at this width as WebP, or of the original if shrinking takes too long or the
 * thumbnail cannot be stored. Images are never enlarged. Animations stay animated, unless
 * `isStill` asks for their first frame. A thumbnail is created on
 * first use and cached. `owner` is the requester's queue key. Returns null if there is no original.
 */
export const getOrCreateThumbnail = async (
  { files, generatedFiles }: Dependencies,
  { name, width, media, isStill }: Request,
  owner: string,
): Promise<string | null> => {
  const canMove = media.extension === 'gif' || media.extension === 'webp'
  const thumbnail = `${media.hash}-${width}${canMove && isStill ? '-still' : ''}.webp`
  const cached = await generatedFiles.find(thumbnail)
  if (cached) return cached
  return share(thumbnail, async () => {
    const original = await files.find(name)
    if (!original || tooSlow.has(thumbnail)) return original
    const animated = canMove && !isStill
    const lane = animated || media.width * media.height > MAX_LIGHT_PIXELS ? 'heavy' : 'light'
    try {
      return await generatedFiles.write(
        thumbnail,
        await runImageJob('shrink', { file: original, width, animated }, { owner, lane }),
      )
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      // Falls back to the original, because a picture that is larger than necessary is better than none.
      if (error.code === 'files-unavailable') return original
      if (error.code !== 'file-too-large') throw error
      tooSlow.set(thumbnail, true)
      return original
    }
  })
}
