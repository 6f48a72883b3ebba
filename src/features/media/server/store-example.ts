import { Failure } from '#core/failure.ts'
import { limits } from '#core/limits.ts'
import { messages } from '#features/media/contract.ts'
import { draw } from '#server/media/draw.ts'
import type { Drawn } from '#server/media/picture.ts'
import { decodedLength, decodeStrictly, readDataString } from './data-string.ts'
import { type FileKind, isDeclaredAs, isPicture, kindOf } from './file-kind.ts'
import { keepFile, type MediaStore } from './keep-file.ts'
import { memberTurn, processPicture } from './process-picture.ts'

/** A sanitized file that is ready to be stored. */
export type CleanFile = Drawn & { kind: FileKind }

/**
 * Stores an example file given as a data string and returns its URL. Throws what `sanitizeExampleFile`
 * throws.
 */
export const storeExample = async (
  store: MediaStore,
  userId: number,
  text: string,
  path: string,
): Promise<string> => {
  const file = await cleanExample(store, userId, text, path)
  return keepFile(store, userId, file, file.kind)
}

/**
 * Validates and sanitizes an example file given as a data string, on the member's budget. `path` is the field
 * that errors refer to. Throws 413 for a file above 5 MB or with too many pixels, 415 for an unsupported or
 * invalid file, 429 if the member has uploaded too much, and 503 if too much work is waiting.
 */
export const cleanExample = async (
  store: MediaStore,
  userId: number,
  text: string,
  path: string,
): Promise<CleanFile> => {
  const wrongKind = () => fileError(415, messages.wrongKind, path)
  const dataString = readDataString(text)
  if (!dataString) throw wrongKind()
  if (decodedLength(dataString.base64) > limits.fileBytes) throw fileError(413, messages.tooLarge, path)
  const bytes = decodeStrictly(dataString.base64)
  const kind = bytes && kindOf(bytes)
  if (!bytes || !kind || !isDeclaredAs(kind, dataString.type)) throw wrongKind()
  const sanitized = await sanitize(store, userId, bytes, kind).catch((error: unknown) => {
    throw error instanceof Failure && error.status === 413 ? fileError(413, error.message, path) : error
  })
  if (!sanitized) throw wrongKind()
  await store.budget?.takeBytes(userId, sanitized.bytes.length)
  return { ...sanitized, kind }
}

const sanitize = async (
  store: MediaStore,
  userId: number,
  bytes: Buffer,
  kind: FileKind,
): Promise<Drawn | null> => {
  if (isPicture(kind)) return processPicture(store, userId, { bytes, kind, use: 'example' })
  return draw('remux', { bytes, kind }, { owner: memberTurn(userId) })
}

const fileError = (status: 413 | 415, message: string, path: string): Failure =>
  new Failure(status, message, { members: { field: path } })
