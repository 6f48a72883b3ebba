import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { type FileKind, isImageKind } from '#core/file-kind.ts'
import { HttpError } from '#core/http-error.ts'
import { runImageJob } from '#server/media/image-worker.ts'
import type { PreparedFile } from '#server/media/media-types.ts'
import { mediaMessages } from '../contract-messages.ts'
import { saveDataString } from './data-string.ts'
import { detectFileKind, detectUnsupportedFormat, matchesDeclaredType } from './file-kind.ts'
import { getMemberQueueKey, processImage } from './process-image.ts'
import type { MediaStore } from './store-file.ts'

/** A sanitized file that is ready to be stored. */
export type SanitizedFile = PreparedFile & { kind: FileKind }

type Destination = {
  /** The directory from `withTemporaryDirectory`, where the sanitized file is written. */
  directory: string
  /** The field that errors refer to. */
  field: string
}

/**
 * Validates and sanitizes a file that was sent as a data string, and charges it to the member's budget. Throws the same
 * errors as `sanitizeFile`.
 */
export const sanitizeDataString = async (
  store: MediaStore,
  userId: number,
  text: string,
  destination: Destination,
): Promise<SanitizedFile> => {
  const saved = await saveDataString(text, destination.directory)
  if (saved === 'invalid') throw wrongKind(destination)
  if (saved === 'too-large') throw tooLarge(mediaMessages.tooLarge, destination)
  return sanitizeFile(store, userId, saved, destination)
}

/**
 * Validates and sanitizes an uploaded file, and charges it to the member's budget, except for the bytes that were
 * charged when they arrived (`paidBytes`). Throws 413 for a file with too
 * many pixels, 415 for an unsupported or invalid file, 429 if the member has uploaded too much, and 503 if too much
 * work is queued.
 */
export const sanitizeFile = async (
  store: MediaStore,
  userId: number,
  { from, type, paidBytes = 0 }: { from: string; type: string; paidBytes?: number },
  destination: Destination,
): Promise<SanitizedFile> => {
  const kind = await detectFileKind(from)
  if (!kind) throw wrongKind(destination, await detectUnsupportedFormat(from))
  if (!matchesDeclaredType(kind, type)) throw wrongKind(destination)
  const locations = { from, to: path.join(destination.directory, randomUUID()) }
  const sanitized = await sanitize(store, userId, { ...locations, field: destination.field }, kind).catch(
    (error: unknown) => {
      throw error instanceof HttpError && error.code === 'file-too-large'
        ? tooLarge(error.message, destination)
        : error
    },
  )
  if (!sanitized) {
    const format = await detectUnsupportedFormat(from)
    if (format) throw wrongKind(destination, format)
    throw new HttpError('unsupported-file', { message: mediaMessages.unreadable, field: destination.field })
  }
  const unpaidBytes = sanitized.byteCount - paidBytes
  if (unpaidBytes > 0) await store.budget?.consumeBytes(userId, unpaidBytes)
  return { ...sanitized, kind }
}

const sanitize = async (
  store: MediaStore,
  userId: number,
  { field, ...locations }: { from: string; to: string; field: string },
  kind: FileKind,
): Promise<PreparedFile | null> => {
  if (isImageKind(kind)) return processImage(store, userId, { ...locations, kind, use: 'example' })
  const remuxed = await runImageJob('remux', { ...locations, kind }, { owner: getMemberQueueKey(userId) })
  if (remuxed === 'hidden-scenes')
    throw new HttpError('unsupported-file', { message: mediaMessages.hiddenScenes, field })
  return remuxed
}

const wrongKind = ({ field }: Destination, format: string | null = null): HttpError => {
  const message = format ? mediaMessages.unsupportedFormat(format) : mediaMessages.invalidType
  return new HttpError('unsupported-file', { message, field })
}

const tooLarge = (message: string, { field }: Destination): HttpError =>
  new HttpError('file-too-large', { message, field })
