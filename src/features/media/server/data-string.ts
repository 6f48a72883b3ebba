import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { limits } from '#core/limits.ts'
import { findDecodedUpload } from '#server/http/decoded-uploads.ts'
import { writeAndFlush } from '#server/media/storage-path.ts'
import { throwAsUnavailable } from '#server/media/temporary-directory.ts'

const HEAD =
  /^data:([a-z0-9.+-]{1,40}\/[a-z0-9.+-]{1,60})?(?:;[a-z0-9-]{1,40}=[a-z0-9.,_ "-]{1,100}){0,4};base64,/i
const MAX_HEAD_LENGTH = 800

type DataString = { type: string; base64: string }

/** Parses a data string into its declared type (lower case, without parameters) and its undecoded content. */
const parseDataString = (text: string): DataString | null => {
  const head = HEAD.exec(text.slice(0, MAX_HEAD_LENGTH))
  if (!head) return null
  return { type: head[1]?.toLowerCase() ?? '', base64: text.slice(head[0].length) }
}

/** Returns the decoded size in bytes, so that a file that is too large can be rejected before it is decoded. */
const getDecodedLength = (base64: string): number =>
  findDecodedUpload(base64)?.bytes.length ??
  (base64.length / 4) * 3 - (base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0)

/**
 * Decodes base64. Returns null if any character is invalid; Node's own decoder would skip invalid characters.
 */
const decodeBase64 = (base64: string): Buffer | null => {
  const decoded = findDecodedUpload(base64)?.bytes
  if (decoded) return Buffer.from(decoded.buffer, decoded.byteOffset, decoded.length)
  if (base64.length === 0 || base64.length % 4 !== 0) return null
  const bytes = Buffer.from(base64, 'base64')
  return bytes.toString('base64') === base64 ? bytes : null
}

/** Writes the content of a data string to a new file in `directory`. Throws a 503 if the disk is full. */
export const saveDataString = async (
  text: string,
  directory: string,
): Promise<{ from: string; type: string } | 'invalid' | 'too-large'> => {
  const dataString = parseDataString(text)
  if (!dataString) return 'invalid'
  if (getDecodedLength(dataString.base64) > limits.fileBytes) return 'too-large'
  const bytes = decodeBase64(dataString.base64)
  if (!bytes) return 'invalid'
  const from = path.join(directory, randomUUID())
  await writeAndFlush(from, bytes).catch(throwAsUnavailable)
  return { from, type: dataString.type }
}

/**
 * Returns a value that is the same for identical files: the hash of the decoded upload if there is one,
 * otherwise the text itself.
 */
export const getContentKey = (text: string): string => {
  const { base64 } = parseDataString(text) ?? { base64: '' }
  return findDecodedUpload(base64)?.hash ?? text
}
