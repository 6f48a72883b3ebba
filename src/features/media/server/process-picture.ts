import { Failure } from '#core/failure.ts'
import { draw } from '#server/media/draw.ts'
import type { Drawn, PictureKind, Use } from '#server/media/picture.ts'
import type { MediaStore } from './keep-file.ts'

/** Whose turn it is in the queues of `draw`. */
export const memberTurn = (userId: number): string => `member:${userId}`

/**
 * The picture written anew, as an example file or an avatar, in its member's turn and within the member's hourly budget of
 * pixels and frames. Null where it is no valid picture of this kind. Throws 413 for one that would take longer than two
 * seconds, 429, 503.
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
  if (!lane)
    throw new Failure(413, 'The picture has too many pixels to process. Please upload a smaller one.')
  const frames = picture.use === 'example' ? size.frames : 1
  await budget?.takePixels(userId, size.width * size.height * frames, frames)
  return lane === 'light' ? drawn : draw('encode', picture, { owner, lane })
}
