import { open } from 'node:fs/promises'
import { detectKind, type FileKind, isImageKind } from '#core/file-kind.ts'
import { throwAsUnavailable } from '#server/media/temporary-directory.ts'

/** The number of bytes at the beginning of a file that are enough to detect its kind. */
const HEAD_BYTES = 256

/**
 * Detects the kind of a file on the local disk from its first bytes, regardless of the declared type. Returns null for
 * unsupported kinds.
 */
export const detectFileKind = async (path: string): Promise<FileKind | null> => {
  const file = await open(path).catch(throwAsUnavailable)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return detectKind(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

/** The types that systems and browsers declare for files whose type they do not know. */
const UNKNOWN_TYPES: ReadonlySet<string> = new Set(['', 'application/octet-stream', 'binary/octet-stream'])

/**
 * Returns true if files with this declared media type can be uploaded. Browsers derive the type from the name, so only
 * whether it is an image or a video is taken into account; the bytes decide the rest. SVG is a document with scripts.
 */
export const isSupportedMediaType = (type: string): boolean =>
  UNKNOWN_TYPES.has(type) || type.startsWith('video/') || (type.startsWith('image/') && !type.includes('svg'))

export const matchesDeclaredType = (kind: FileKind, type: string): boolean =>
  isSupportedMediaType(type) &&
  (UNKNOWN_TYPES.has(type) || type.startsWith(isImageKind(kind) ? 'image/' : 'video/'))
