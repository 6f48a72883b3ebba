import { limits } from '#core/limits.ts'
import { newUuid } from '#web/new-uuid.ts'
import type { ChosenFile } from './chosen-file.ts'
import { HEAD_BYTES, isMoving } from './is-moving.ts'
import { shrinkPicture } from './shrink-picture.ts'
import { texts } from './texts.ts'

/** What is said of a file that is not taken (section 5). */
export type Fault = { title: string; description: string }

export const isFault = (read: ChosenFile | Fault): read is Fault => 'title' in read

/**
 * A file that a person chose, read into memory and made smaller where it is a large picture; or what is wrong with it.
 * `onRead` is told of every piece's bytes.
 */
export const readFile = async (file: File, onRead: (bytes: number) => void): Promise<ChosenFile | Fault> => {
  const kind = kindOf(file)
  if (!kind) return { title: texts.wrongKind, description: texts.notValid(file.name) }
  const isStill = kind === 'image' && !isMoving(await headOf(file))
  if (!isStill && file.size > limits.fileBytes) return tooLarge(file)
  // In memory, so that it can be sent even when the file on the disk changes or goes.
  const whole = await copyOf(file, onRead)
  const content = isStill ? await shrinkPicture(whole).catch(() => null) : whole
  if ((content ?? file).size > limits.fileBytes) return tooLarge(file)
  if (!content) return { title: texts.wrongKind, description: texts.notValid(file.name) }
  const chosen = { id: newUuid(), name: file.name || texts.pasted, kind, content }
  return file.size > limits.fileBytes ? { ...chosen, reducedFrom: file.size } : chosen
}

const copyOf = async (file: File, onRead: (bytes: number) => void): Promise<Blob> => {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const reader = file.stream().getReader()
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    pieces.push(piece.value)
    onRead(piece.value.length)
  }
  return new Blob(pieces, { type: typeOf(file) })
}

const tooLarge = ({ name }: File): Fault => ({ title: texts.tooLarge, description: texts.larger(name) })

export const headOf = async (file: Blob) => new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())

/** SVG is a document, not a picture. */
const kindOf = (file: File): ChosenFile['kind'] | null => {
  const type = typeOf(file)
  if (type.startsWith('video/')) return 'video'
  return type.startsWith('image/') && type !== 'image/svg+xml' ? 'image' : null
}

const BY_ENDING: Record<string, string> = { mov: 'video/quicktime', m4v: 'video/x-m4v', avif: 'image/avif' }

/** Some systems know no type for some files. */
const typeOf = ({ type, name }: File): string => type || (BY_ENDING[name.split('.').at(-1) ?? ''] ?? '')
