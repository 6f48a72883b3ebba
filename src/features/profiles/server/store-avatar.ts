import { badRequest, Failure } from '#core/failure.ts'
import { limits } from '#core/limits.ts'
import { decodedLength, decodeStrictly, readDataString } from '#features/media/server/data-string.ts'
import { isPicture, kindOf } from '#features/media/server/file-kind.ts'
import { keepFile, type MediaStore } from '#features/media/server/keep-file.ts'
import { messages } from '#features/profiles/contract-messages.ts'
import { contentHash } from '#server/media/content-hash.ts'
import { draw } from '#server/media/draw.ts'
import { inTurn } from '#server/media/in-turn.ts'

const SIDE = 256
const WAITING_MOST = 20

const inLine = inTurn<Uint8Array | null>(WAITING_MOST)

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
  if (!bytes || !isPicture(kindOf(bytes))) throw wrong(415, messages.avatarKind)
  const small = await inLine(contentHash(bytes), () => draw('square', { bytes, side: SIDE }))
  if (!small) throw wrong(415, messages.avatarKind)
  return keepFile(store, userId, { bytes: small, width: SIDE, height: SIDE }, 'webp')
}

const wrong = (status: 400 | 413 | 415, message: string): Failure => {
  const issues = [{ path: 'avatar', message }]
  return status === 400 ? badRequest(message, issues) : new Failure(status, message, { issues })
}
