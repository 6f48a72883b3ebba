import { limits } from '#core/limits.ts'
import { newUuid } from '#web/new-uuid.ts'
import type { ChosenFile } from './chosen-file.ts'
import { HEAD_BYTES, isMoving } from './is-moving.ts'
import { shrinkPicture } from './shrink-picture.ts'
import { texts } from './texts.ts'

/** The message for a rejected file (docs/spec/forms.md#example-files). */
export type Fault = { title: string; description: string }

export const isFault = (result: ChosenFile | Fault): result is Fault => 'title' in result

/**
 * Reads a chosen file into memory and reduces it if it is a large still image. Returns an error if the file
 * is rejected. `onRead` receives the size of each chunk.
 */
export const readFile = async (file: File, onRead: (bytes: number) => void): Promise<ChosenFile | Fault> => {
  const kind = kindOf(file)
  if (!kind) return { title: texts.wrongKind, description: texts.notValid(file.name) }
  const isStill = kind === 'image' && !isMoving(await headOf(file))
  if (!isStill && file.size > limits.fileBytes) return tooLarge(file)
  // A copy in memory can be sent even if the file on disk changes or is deleted.
  const original = await copyOf(file, onRead)
  const content = isStill ? await shrinkPicture(original).catch(() => null) : original
  if ((content ?? file).size > limits.fileBytes) return tooLarge(file)
  if (!content) return { title: texts.wrongKind, description: texts.notValid(file.name) }
  const chosen = { id: newUuid(), name: file.name || texts.pasted, kind, content }
  return file.size > limits.fileBytes ? { ...chosen, reducedFrom: file.size } : chosen
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

const tooLarge = ({ name }: File): Fault => ({ title: texts.tooLarge, description: texts.larger(name) })

export const headOf = async (file: Blob) => new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())

/** SVG is excluded because it is a document that can contain scripts. */
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

/** Falls back to the extension, because some systems report no type for some files. */
const typeOf = ({ type, name }: File): string =>
  type || (TYPES_BY_EXTENSION[name.split('.').at(-1) ?? ''] ?? '')
