import { limits } from '#core/limits.ts'
import { isMoving } from '#features/media/web/files/is-moving.ts'
import { headOf } from '#features/media/web/files/read-file.ts'
import { messages } from '#features/profiles/contract-messages.ts'

/**
 * A file that a person chose, decoded, or what is wrong with it (section 5). A still picture of any size is taken, because
 * only a small square is cut out of it; a moving one has to keep the limit.
 */
export const readPicture = async (file: Blob): Promise<ImageBitmap | string> => {
  if (!file.type.startsWith('image/') || file.type === 'image/svg+xml') return messages.avatarKind
  const isLarge = file.size > limits.fileBytes
  if (isLarge && isMoving(await headOf(file))) return messages.avatarSize
  return createImageBitmap(file).catch(() => (isLarge ? messages.avatarSize : messages.avatarKind))
}
