import { Failure } from '#core/failure.ts'
import { draw } from '#server/media/draw.ts'
import type { Drawn, PictureKind, Use } from '#server/media/picture.ts'
import type { MediaStore } from './keep-file.ts'

/** The key under which a member's work is queued by the image workers. */
export const memberTurn = (userId: number): string => `member:${userId}`

/**
 * Re-encodes an image as an example file or an avatar, within the member's share of the queue and their
 * hourly budget of pixels and frames. Returns null if it is not a valid image of this kind. Throws 413 for an
 * image that would take longer than two seconds, 429, and 503.
 */
export const processPicture = async (
  { budget }: MediaStore,
  userId: number,
  picture: { bytes: Uint8Array; kind: PictureKind; use: Use },
): Promise<Drawn | null> => {
  const owner = memberTurn(userId)
  const attempt = await draw('attempt', picture, { owner })
  if (!attempt) return null
  const { size, lane, drawn } = attempt
  if (!lane) throw new Failure(413, 'This image has too many pixels. Upload a smaller one.')
  const frames = picture.use === 'example' ? size.frames : 1
  await budget?.takePixels(userId, size.width * size.height * frames, frames)
  return lane === 'light' ? drawn : draw('encode', picture, { owner, lane })
}
