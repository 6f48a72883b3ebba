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
 * The avatar's new address: none, the present one, or that of a data string's picture, cut square, made small and
 * without what a camera wrote into it. Throws 400 for an address that is not the present one, 413 and 415 for a file
 * that is too large or no picture.
 */
export const storeAvatar = async (
  store: MediaStore,
  userId: number,
  given: string | null,
  present: string | null,
): Promise<string | null> => {
  if (given === null || given === '') return null
  if (given === present) return present
  if (!given.startsWith('data:')) throw wrong(400, messages.avatarKind)
  const { base64 } = readDataString(given) ?? { base64: '' }
  if (decodedLength(base64) > limits.fileBytes) throw wrong(413, messages.avatarSize)
  const bytes = decodeStrictly(base64)
  const kind = bytes && kindOf(bytes)
  if (!bytes || !isPicture(kind)) throw wrong(415, messages.avatarKind)
  const small = await processPicture(store, userId, { bytes, kind, use: 'avatar' }).catch(
    (error: unknown) => {
      throw error instanceof Failure && error.status === 413 ? wrong(413, error.message) : error
    },
  )
  if (!small) throw wrong(415, messages.avatarKind)
  await store.budget?.takeBytes(userId, small.bytes.length)
  return keepFile(store, userId, small, 'webp')
}

/** Once the member has the new picture, the one before it goes, unless it is somebody's example file, too. */
export const replaceAvatar = async (
  store: MediaStore,
  before: string | null,
  now: string | null,
): Promise<void> => {
  if (before === now) return
  const name = now && nameOfAddress(now)
  if (name) await takeUpFile(store.sql, name)
  if (before) await removeReplaced(store, [before])
}

const wrong = (status: 400 | 413 | 415, message: string): Failure => {
  const field = 'avatar'
  return status === 400
    ? badRequest(message, [{ path: field, message }])
    : new Failure(status, message, { members: { field } })
}
