import { badRequest, Failure } from '#core/failure.ts'
import { limits } from '#core/limits.ts'
import { nameOfAddress } from '#features/media/contract.ts'
import { decodedLength, decodeStrictly, readDataString } from '#features/media/server/data-string.ts'
import { isPicture, kindOf } from '#features/media/server/file-kind.ts'
import { keepFile, type MediaStore } from '#features/media/server/keep-file.ts'
import { takeUpFile } from '#features/media/server/media-query.ts'
import { processPicture } from '#features/media/server/process-picture.ts'
import { removeReplaced } from '#features/media/server/sweep-media.ts'
import { messages } from '#features/profiles/contract-messages.ts'

/**
 * Returns the avatar's new URL: none, the current one, or the URL of a new image, which is cropped to a
 * square, reduced and stripped of its metadata. Throws 400 for a URL other than the current one, 413 for a
 * file that is too large, and 415 for one that is not an image.
 */
export const storeAvatar = async (
  store: MediaStore,
  userId: number,
  avatar: string | null,
  current: string | null,
): Promise<string | null> => {
  if (avatar === null || avatar === '') return null
  if (avatar === current) return current
  if (!avatar.startsWith('data:')) throw avatarError(400, messages.avatarKind)
  const { base64 } = readDataString(avatar) ?? { base64: '' }
  if (decodedLength(base64) > limits.fileBytes) throw avatarError(413, messages.avatarSize)
  const bytes = decodeStrictly(base64)
  const kind = bytes && kindOf(bytes)
  if (!bytes || !isPicture(kind)) throw avatarError(415, messages.avatarKind)
  const encoded = await processPicture(store, userId, { bytes, kind, use: 'avatar' }).catch(
    (error: unknown) => {
      throw error instanceof Failure && error.status === 413 ? avatarError(413, error.message) : error
    },
  )
  if (!encoded) throw avatarError(415, messages.avatarKind)
  await store.budget?.takeBytes(userId, encoded.bytes.length)
  return keepFile(store, userId, encoded, 'webp')
}

/** Deletes the previous avatar once the new one is saved, unless another row also uses the file. */
export const replaceAvatar = async (
  store: MediaStore,
  previous: string | null,
  current: string | null,
): Promise<void> => {
  if (previous === current) return
  const name = current && nameOfAddress(current)
  if (name) await takeUpFile(store.sql, name)
  if (previous) await removeReplaced(store, [previous])
}

const avatarError = (status: 400 | 413 | 415, message: string): Failure => {
  const field = 'avatar'
  return status === 400
    ? badRequest(message, [{ path: field, message }])
    : new Failure(status, message, { members: { field } })
}
