import { detectKind, type FileKind } from '#core/file-kind.ts'
import { limits } from '#core/limits.ts'
import { readPngAnimation } from '#core/png-animation.ts'
import { randomUuid } from '#web/random-uuid.ts'
import type { ChosenFile } from './chosen-file.ts'
import { FILE_HEADER_BYTES, isAnimated } from './is-animated.ts'
import { planShrinkAttempts, type ShrinkAttempt, shouldUseReencoded } from './shrink-plan.ts'
import { fileTexts } from './texts.ts'

/**
 * Reduces a still image to at most 2,560 pixels on its long side, and to at most 5 MB if that is possible
 * without going below 1,600 pixels. Returns the same file if nothing has to change. Throws if the browser
 * cannot decode it.
 */
const shrinkImage = async (file: Blob, losesAnimation: boolean): Promise<Blob> => {
  const bitmap = await createImageBitmap(file)
  try {
    // An animation is always re-encoded, because the server may not find its first frame.
    const type = losesAnimation ? 'image/apng' : file.type
    const original = { type, bytes: file.size, width: bitmap.width, height: bitmap.height }
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
  const head = await readFileHeader(file)
  const type = detectType(head, file)
  const kind = kindOf(type)
  if (!kind || (type === 'image/png' && readPngAnimation(head).hasHiddenImage))
    return { title: fileTexts.wrongKind, description: fileTexts.notValid(file.name) }
  const animated = kind === 'image' && isAnimated(head)
  const losesAnimation = animated && (type === 'image/png' || type === 'image/avif')
  const isStill = kind === 'image' && (!animated || losesAnimation)
  if (!isStill && file.size > limits.fileBytes) return tooLarge(file)
  // A copy in memory can be sent even if the file on disk changes or is deleted.
  const original = await copyOf(file, type, onRead)
  const content = isStill ? await shrinkImage(original, losesAnimation).catch(() => null) : original
  if ((content ?? file).size > limits.fileBytes) return tooLarge(file)
  if (!content) return { title: fileTexts.wrongKind, description: fileTexts.notValid(file.name) }
  const chosen = {
    id: randomUuid(),
    name: file.name || fileTexts.pasted,
    kind,
    content,
    ...(losesAnimation ? { losesAnimation } : {}),
  }
  return file.size > limits.fileBytes ? { ...chosen, originalBytes: file.size } : chosen
}

const copyOf = async (file: File, type: string, onRead: (bytes: number) => void): Promise<Blob> => {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  const reader = file.stream().getReader()
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    chunks.push(chunk.value)
    onRead(chunk.value.length)
  }
  return new Blob(chunks, { type })
}

const tooLarge = ({ name }: File): FileError => ({
  title: fileTexts.tooLarge,
  description: fileTexts.larger(name),
})

export const readFileHeader = async (file: Blob) =>
  new Uint8Array(await file.slice(0, FILE_HEADER_BYTES).arrayBuffer())

/** SVG is excluded, because it is a document that can contain scripts. */
const kindOf = (type: string): ChosenFile['kind'] | null => {
  if (type.startsWith('video/')) return 'video'
  return type.startsWith('image/') && !type.includes('svg') ? 'image' : null
}

const TYPES: Readonly<Record<FileKind, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
}

/**
 * Returns the media type of a file by its bytes, whatever its name and its declared type are. Returns the declared type
 * for other files, because the browser may be able to convert them.
 */
const detectType = (head: Uint8Array, file: File): string => {
  const kind = detectKind(head)
  return kind ? TYPES[kind] : file.type
}
