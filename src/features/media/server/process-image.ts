import { HttpError } from '#core/http-error.ts'
import { runImageJob } from '#server/media/image-worker.ts'
import type { ImageKind, ImageUse, PreparedFile } from '#server/media/media-types.ts'
import type { MediaStore } from './store-file.ts'

/** Returns the key under which the image workers queue a member's work. */
export const getMemberQueueKey = (userId: number): string => `member:${userId}`

/**
 * Re-encodes the image at `from` as an example file or an avatar, and writes the result to `to`. The work
 * counts towards the member's share of the queue and their hourly budget of pixels and frames. Returns null
 * if it is not a valid image of this kind. Throws 413 for an image that would take longer than two seconds,
 * 429 if the budget is used up, and 503 if too much work is queued.
 */
export const processImage = async (
  { budget }: MediaStore,
  userId: number,
  picture: { from: string; to: string; kind: ImageKind; use: ImageUse },
): Promise<PreparedFile | null> => {
  const owner = getMemberQueueKey(userId)
  const attempt = await runImageJob('attempt', picture, { owner })
  if (!attempt) return null
  const { size, lane, encoded } = attempt
  if (!lane)
    throw new HttpError('file-too-large', {
      message: 'This image has too many pixels. Upload a smaller one.',
    })
  const frames = picture.use === 'example' ? size.frames : 1
  await budget?.consumePixels(userId, size.width * size.height * frames, frames)
  return lane === 'light' ? encoded : runImageJob('encode', picture, { owner, lane })
}
