import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { HttpError } from '#core/http-error.ts'
import { limits } from '#core/limits.ts'
import { withTemporaryDirectory } from '#server/media/temporary-directory.ts'
import type { Upload } from '../contract.ts'
import { mediaMessages } from '../contract-messages.ts'
import { UPLOAD_PIECE_BYTES } from '../contract-values.ts'
import { isSupportedMediaType } from './file-kind.ts'
import { sanitizeFile } from './store-example-file.ts'
import { type MediaStore, storeSanitizedFile } from './store-file.ts'
import * as uploads from './uploads-query.ts'

/** The maximum number of uploads per member: twice the number of files that a post can have. */
const MAX_UPLOADS_PER_MEMBER = 2 * limits.exampleFiles

/** Starts an upload. Throws 413 for a file larger than 5 MB and 415 for a file that cannot be an image or a video. */
export const startUpload = async (
  { sql, files }: MediaStore,
  userId: number,
  file: { type: string; size: number },
): Promise<Upload> => {
  if (file.size > limits.fileBytes)
    throw new HttpError('file-too-large', { message: mediaMessages.tooLarge, field: 'size' })
  const type = file.type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (!isSupportedMediaType(type)) {
    const message = type.includes('svg') ? mediaMessages.unsupportedFormat('SVG') : mediaMessages.invalidType
    throw new HttpError('unsupported-file', { message, field: 'type' })
  }
  for (const id of await uploads.deleteExcessUploads(sql, userId, MAX_UPLOADS_PER_MEMBER - 1))
    await removePieces(files, id)
  return uploads.insertUpload(sql, userId, { ...file, type })
}

/** Removes the pieces of an upload that no longer needs them. If that fails, the sweep removes them. */
const removePieces = (files: MediaStore['files'], id: string): Promise<void> =>
  files.pieces.remove(id).catch(() => {})

/**
 * Stores a piece. If the preceding piece or the response to it was lost, this piece does not start where the
 * last one ended. In that case, the piece is ignored, and `received` shows where to continue. Throws 400 for
 * a piece of the wrong size, 404 if the member has no such upload, and 429 if the member or the IP address has sent too
 * much.
 */
export const receivePiece = async (
  { sql, files, budget }: MediaStore,
  { userId, ip }: { userId: number; ip: string },
  id: string,
  { offset, chunks }: { offset: number; chunks: AsyncIterable<Buffer> },
): Promise<Upload> => {
  const upload = await requireUpload(sql, userId, id)
  if (upload.received !== offset || upload.url) return upload
  const expected = Math.min(UPLOAD_PIECE_BYTES, upload.size - offset)
  const charge = async () => budget?.consumePiece({ userId, ip }, expected)
  const length = await files.pieces.write(id, offset, ofLength(chunks, expected, charge))
  const received = await uploads.recordReceivedPiece(sql, id, { offset, length })
  if (received) return received
  const current = await uploads.selectUpload(sql, userId, id)
  // The upload was discarded while the piece arrived.
  if (!current) await removePieces(files, id)
  return current ?? throwNotFound()
}

/** Passes the chunks on, and calls `charge` before the first one, so that a request without bytes costs nothing. */
async function* ofLength(
  chunks: AsyncIterable<Buffer>,
  expected: number,
  charge: () => Promise<void>,
): AsyncGenerator<Buffer> {
  let length = 0
  for await (const chunk of chunks) {
    if (length === 0) await charge()
    length += chunk.length
    if (length > expected) break
    yield chunk
  }
  if (length !== expected) throw new HttpError('wrong-piece-size')
}

/** Finds one of the member's uploads. Throws 404 if the member has no such upload. */
export const requireUpload = async (sql: MediaStore['sql'], userId: number, id: string): Promise<Upload> => {
  const upload = await uploads.selectUpload(sql, userId, id)
  return upload ?? throwNotFound()
}

const throwNotFound = (): never => {
  throw new HttpError('upload-not-found')
}

/**
 * Finishes an upload: checks, sanitizes and stores the file. Throws the same errors as `sanitizeFile`, and 400 if part
 * of the file is missing.
 */
export const finishUpload = async (store: MediaStore, userId: number, id: string): Promise<Upload> => {
  const { sql, files } = store
  const upload = await requireUpload(sql, userId, id)
  if (upload.url) return upload
  if (upload.received < upload.size) throw new HttpError('upload-incomplete')
  const url = await withTemporaryDirectory(files.dataDir, async (directory) => {
    const from = path.join(directory, randomUUID())
    if (!(await files.pieces.join(id, startsOfPieces(upload.size), from)))
      throw new HttpError('upload-not-found')
    const destination = { directory, field: 'file' }
    const file = await sanitizeFile(
      store,
      userId,
      { from, type: upload.type, paidBytes: upload.size },
      destination,
    )
    return storeSanitizedFile(store, userId, file, file.kind)
  })
  await uploads.completeUpload(sql, id, url)
  await removePieces(files, id)
  return { ...upload, url }
}

const startsOfPieces = (size: number): number[] =>
  Array.from({ length: Math.ceil(size / UPLOAD_PIECE_BYTES) }, (_, index) => index * UPLOAD_PIECE_BYTES)

/** Discards an upload if it belongs to the member. */
export const cancelUpload = async ({ sql, files }: MediaStore, userId: number, id: string): Promise<void> => {
  if (await uploads.deleteUpload(sql, userId, id)) await files.pieces.remove(id)
}

/**
 * Deletes uploads that have not received a piece for an hour, and the pieces of uploads that are finished or no
 * longer exist.
 */
export const sweepUploads = async ({ sql, files }: MediaStore, signal?: AbortSignal): Promise<void> => {
  await uploads.deleteStaleUploads(sql)
  for (const id of await uploads.filterUnknownUploadIds(sql, await files.pieces.listIds())) {
    signal?.throwIfAborted()
    await files.pieces.remove(id)
  }
}
