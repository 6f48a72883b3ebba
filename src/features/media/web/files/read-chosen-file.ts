import { limits } from '#core/limits.ts'
import { randomUuid } from '#web/random-uuid.ts'
import type { ChosenFile } from './chosen-file.ts'
import { FILE_HEADER_BYTES, isAnimated } from './is-animated.ts'
import { planShrinkAttempts, type ShrinkAttempt, shouldUseReencoded } from './shrink-plan.ts'
import { texts } from './texts.ts'

/**
 * Reduces a still image to at most 2,560 pixels on its long side, and to at most 5 MB if that is possible
 * without going below 1,600 pixels. Returns the same file if nothing has to change. Throws if the browser
 * cannot decode it.
 */
const shrinkImage = async (file: Blob): Promise<Blob> => {
  const bitmap = await createImageBitmap(file)
  try {
    const original = { type: file.type, bytes: file.size, width: bitmap.width, height: bitmap.height }
    let reduced: Blob | null = null
    for (const attempt of planShrinkAttempts(original)) {
      reduced = await encodeScaled(bitmap, attempt)
      if (reduced.size <= limits.fileBytes) break
    }
    return reduced && shouldUseReencoded({ bytes: reduced.size }, original) ? reduced : file
  } finally {
    bitmap.close()
  }
}

const encodeScaled = async (
  bitmap: ImageBitmap,
  { width, height, quality }: ShrinkAttempt,
): Promise<Blob> => {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No canvas')
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, width, height)
  const webp = await encode(canvas, 'image/webp', quality)
  if (webp.type === 'image/webp') return webp
  // The browser cannot encode WebP. JPEG has no transparency, so the background becomes white.
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = 'white'
  context.fillRect(0, 0, width, height)
  return encode(canvas, 'image/jpeg', quality)
}

const encode = (canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The canvas could not be encoded'))),
      type,
      quality,
    )
  })

/** The message for a rejected file (docs/spec/forms.md#example-files). */
export type FileError = { title: string; description: string }

export const isFileError = (result: ChosenFile | FileError): result is FileError => 'title' in result

/**
 * Reads a chosen file into memory and reduces it if it is a large still image. Returns an error if the file
 * is rejected. `onRead` receives the size of each chunk.
 */
export const readChosenFile = async (
  file: File,
  onRead: (bytes: number) => void,
): Promise<ChosenFile | FileError> => {
  const kind = kindOf(file)
  if (!kind) return { title: texts.wrongKind, description: texts.notValid(file.name) }
  const isStill = kind === 'image' && !isAnimated(await readFileHeader(file))
  if (!isStill && file.size > limits.fileBytes) return tooLarge(file)
  // A copy in memory can be sent even if the file on disk changes or is deleted.
  const original = await copyOf(file, onRead)
  const content = isStill ? await shrinkImage(original).catch(() => null) : original
  if ((content ?? file).size > limits.fileBytes) return tooLarge(file)
  if (!content) return { title: texts.wrongKind, description: texts.notValid(file.name) }
  const chosen = { id: randomUuid(), name: file.name || texts.pasted, kind, content }
  return file.size > limits.fileBytes ? { ...chosen, originalBytes: file.size } : chosen
}

const copyOf = async (file: File, onRead: (bytes: number) => void): Promise<Blob> => {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  const reader = file.stream().getReader()
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    chunks.push(chunk.value)
    onRead(chunk.value.length)
  }
  return new Blob(chunks, { type: typeOf(file) })
}

const tooLarge = ({ name }: File): FileError => ({ title: texts.tooLarge, description: texts.larger(name) })

export const readFileHeader = async (file: Blob) =>
  new Uint8Array(await file.slice(0, FILE_HEADER_BYTES).arrayBuffer())

/**
 * Returns the file's kind, or null if it is not supported. SVG is excluded, because it is a document that can contain
 * scripts.
 */
const kindOf = (file: File): ChosenFile['kind'] | null => {
  const type = typeOf(file)
  if (type.startsWith('video/')) return 'video'
  return type.startsWith('image/') && type !== 'image/svg+xml' ? 'image' : null
}

const TYPES_BY_EXTENSION: Record<string, string> = {
  mov: 'video/quicktime',
  m4v: 'video/x-m4v',
  avif: 'image/avif',
}

/** Returns the file's media type. Falls back to the extension, because some systems report no type for some files. */
const typeOf = ({ type, name }: File): string =>
  type || (TYPES_BY_EXTENSION[name.split('.').at(-1) ?? ''] ?? '')
