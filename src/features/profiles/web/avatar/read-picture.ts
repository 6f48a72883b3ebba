import { limits } from '#core/limits.ts'
import { messages } from '#features/profiles/contract-messages.ts'

/** A file that a person chose, as a picture; or what is wrong with it (section 5). */
export const readPicture = async (file: Blob): Promise<ImageBitmap | string> => {
  if (!file.type.startsWith('image/') || file.type === 'image/svg+xml') return messages.avatarKind
  if (file.size > limits.fileBytes) return messages.avatarSize
  return createImageBitmap(file).catch(() => messages.avatarKind)
}
