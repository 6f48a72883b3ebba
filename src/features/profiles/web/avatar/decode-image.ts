import { detectKind, isImageKind } from '#core/file-kind.ts'
import { limits } from '#core/limits.ts'
import { isAnimated } from '#features/media/web/files/is-animated.ts'
import { readFileHeader } from '#features/media/web/files/read-chosen-file.ts'
import { profileMessages } from '../../contract-messages.ts'

/**
 * Decodes a chosen file, or returns an error message (docs/spec/forms.md#profile). A still picture may have any size,
 * because only a small crop of it is sent. An animated picture must not exceed the limit.
 */
export const decodeImage = async (file: Blob): Promise<ImageBitmap | string> => {
  const head = await readFileHeader(file)
  // The bytes decide; the browser may be able to decode other declared images, but an SVG is a document.
  const isImage = isImageKind(detectKind(head)) || /^image\/(?!svg)/.test(file.type)
  if (!isImage) return profileMessages.avatarInvalid
  const isLarge = file.size > limits.fileBytes
  if (isLarge && isAnimated(head)) return profileMessages.avatarTooLarge
  return createImageBitmap(file).catch(() =>
    isLarge ? profileMessages.avatarTooLarge : profileMessages.avatarInvalid,
  )
}
