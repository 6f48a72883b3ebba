import { HttpError } from '#core/http-error.ts'
import { limits } from '#core/limits.ts'
import { runImageJob } from '#server/media/image-worker.ts'
import type { EncodedFile } from '#server/media/media-types.ts'
import { messages } from '../contract-values.ts'
import { decodeBase64, getDecodedLength, parseDataString } from './data-string.ts'
import { detectFileKind, type FileKind, isImageKind, matchesDeclaredType } from './file-kind.ts'
import { getMemberQueueKey, processImage } from './process-image.ts'
import { type MediaStore, storeFile } from './store-file.ts'

/** A sanitized file that is ready to be stored. */
export type SanitizedFile = EncodedFile & { kind: FileKind }

/**
 * Stores an example file given as a data string and returns its URL. Throws the same errors as
 * `sanitizeExampleFile`.
 */
export const storeExampleFile = async (
  store: MediaStore,
  userId: number,
  text: string,
  path: string,
): Promise<string> => {
  const file = await sanitizeExampleFile(store, userId, text, path)
  return storeFile(store, userId, file, file.kind)
}

/**
 * Validates and sanitizes an example file given as a data string, charging it to the member's budget. `path`
 * is the field that errors refer to. Throws 413 for a file above 5 MB or with too many pixels, 415 for an
 * unsupported or invalid file, 429 if the member has uploaded too much, and 503 if too much work is waiting.
 */
export const sanitizeExampleFile = async (
  store: MediaStore,
  userId: number,
  text: string,
  path: string,
): Promise<SanitizedFile> => {
  const wrongKind = () => new HttpError('unsupported-file', { message: messages.invalidType, field: path })
  const dataString = parseDataString(text)
  if (!dataString) throw wrongKind()
  if (getDecodedLength(dataString.base64) > limits.fileBytes) throw tooLarge(messages.tooLarge, path)
  const bytes = decodeBase64(dataString.base64)
  const kind = bytes && detectFileKind(bytes)
  if (!bytes || !kind || !matchesDeclaredType(kind, dataString.type)) throw wrongKind()
  const sanitized = await sanitize(store, userId, bytes, kind).catch((error: unknown) => {
    throw error instanceof HttpError && error.code === 'file-too-large'
      ? tooLarge(error.message, path)
      : error
  })
  if (!sanitized) throw wrongKind()
  await store.budget?.consumeBytes(userId, sanitized.bytes.length)
  return { ...sanitized, kind }
}

const sanitize = async (
  store: MediaStore,
  userId: number,
  bytes: Buffer,
  kind: FileKind,
): Promise<EncodedFile | null> => {
  if (isImageKind(kind)) return processImage(store, userId, { bytes, kind, use: 'example' })
  return runImageJob('remux', { bytes, kind }, { owner: getMemberQueueKey(userId) })
}

const tooLarge = (message: string, field: string): HttpError =>
  new HttpError('file-too-large', { message, field })
