import { Failure } from '#core/failure.ts'
import { limits } from '#core/limits.ts'
import { messages } from '#features/media/contract.ts'
import { contentHash } from '#server/media/content-hash.ts'
import { draw } from '#server/media/draw.ts'
import type { Drawn } from '#server/media/drawing.ts'
import { inTurn } from '#server/media/in-turn.ts'
import { cleanIsoVideo } from './clean-iso-video.ts'
import { cleanWebm } from './clean-webm.ts'
import { decodedLength, decodeStrictly, readDataString } from './data-string.ts'
import { type FileKind, isDeclaredAs, isPicture, kindOf } from './file-kind.ts'
import { keepFile, type MediaStore } from './keep-file.ts'

const WAITING_MOST = 40
const queue = inTurn<Drawn | null>(WAITING_MOST)

/**
 * Checks, cleans and stores an example file that came as a data string; answers its address. `path` names the field
 * to blame. Throws 413 above 5 MB, 415 for what is no picture or video of the kinds the site takes.
 */
export const storeExample = async (
  store: MediaStore,
  userId: number,
  text: string,
  path: string,
): Promise<string> => {
  const wrongKind = () => refuse(415, messages.wrongKind, path)
  const given = readDataString(text)
  if (!given) throw wrongKind()
  if (decodedLength(given.base64) > limits.fileBytes) throw refuse(413, messages.tooLarge, path)
  const bytes = decodeStrictly(given.base64)
  const kind = bytes && kindOf(bytes)
  if (!bytes || !kind || !isDeclaredAs(kind, given.type)) throw wrongKind()
  const cleaned = await queue(contentHash(bytes), async () => clean(bytes, kind))
  if (!cleaned) throw wrongKind()
  return keepFile(store, userId, cleaned, kind)
}

const clean = (bytes: Buffer, kind: FileKind): Promise<Drawn | null> | Drawn | null => {
  if (isPicture(kind)) return draw('redraw', { bytes, kind })
  return kind === 'webm' ? cleanWebm(bytes) : cleanIsoVideo(bytes)
}

const refuse = (status: 413 | 415, message: string, path: string): Failure =>
  new Failure(status, message, { issues: [{ path, message }] })
