import { limits } from '#core/limits.ts'
import { isMoving } from '#features/media/web/files/is-moving.ts'
import { headOf } from '#features/media/web/files/read-file.ts'
import { messages } from '#features/profiles/contract-messages.ts'

/**
 * Decodes a chosen file, or returns an error message (docs/spec/forms.md#profile). A still picture can have
 * any size, because only a small crop of it is sent. An animated one must stay under the limit.
 */
export const readPicture = async (file: Blob): Promise<ImageBitmap | string> => {
  if (!file.type.startsWith('image/') || file.type === 'image/svg+xml') return messages.avatarKind
  const isLarge = file.size > limits.fileBytes
  if (isLarge && isMoving(await headOf(file))) return messages.avatarSize
  return createImageBitmap(file).catch(() => (isLarge ? messages.avatarSize : messages.avatarKind))
}
