import { Failure } from '#core/failure.ts'
import { limits } from '#core/limits.ts'
import { messages } from '#features/media/contract.ts'
import { draw } from '#server/media/draw.ts'
import type { Drawn } from '#server/media/picture.ts'
import { decodedLength, decodeStrictly, readDataString } from './data-string.ts'
import { type FileKind, isDeclaredAs, isPicture, kindOf } from './file-kind.ts'
import { keepFile, type MediaStore } from './keep-file.ts'
import { memberTurn, processPicture } from './process-picture.ts'

/** A file that is ready to be stored. */
export type CleanFile = Drawn & { kind: FileKind }

/** Stores an example file that came as a data string; answers its address. Throws what `cleanExample` throws. */
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
 * Checks and cleans an example file that came as a data string, on its member's budget. `path` names the field to blame.
 * Throws 413 for a file above 5 MB or of too many pixels, 415 for what is no picture or video of the kinds the site takes,
 * 429 where the member has uploaded too much, 503 where too much work waits.
 */
export const cleanExample = async (
  store: MediaStore,
  userId: number,
  text: string,
  path: string,
): Promise<CleanFile> => {
  const wrongKind = () => refuse(415, messages.wrongKind, path)
  const given = readDataString(text)
  if (!given) throw wrongKind()
  if (decodedLength(given.base64) > limits.fileBytes) throw refuse(413, messages.tooLarge, path)
  const bytes = decodeStrictly(given.base64)
  const kind = bytes && kindOf(bytes)
  if (!bytes || !kind || !isDeclaredAs(kind, given.type)) throw wrongKind()
  const cleaned = await clean(store, userId, bytes, kind).catch((error: unknown) => {
    throw error instanceof Failure && error.status === 413 ? refuse(413, error.message, path) : error
  })
  if (!cleaned) throw wrongKind()
  await store.budget?.takeBytes(userId, cleaned.bytes.length)
  return { ...cleaned, kind }
}

const clean = async (
  store: MediaStore,
  userId: number,
  bytes: Buffer,
  kind: FileKind,
): Promise<Drawn | null> => {
  if (isPicture(kind)) return processPicture(store, userId, { bytes, kind, use: 'example' })
  return draw('remux', { bytes, kind }, { owner: memberTurn(userId) })
}

const refuse = (status: 413 | 415, message: string, path: string): Failure =>
  new Failure(status, message, { members: { field: path } })
