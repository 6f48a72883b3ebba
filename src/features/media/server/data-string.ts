import { findDecodedUpload } from '#server/http/decoded-uploads.ts'

const HEAD =
  /^data:([a-z0-9.+-]{1,40}\/[a-z0-9.+-]{1,60})(?:;[a-z0-9-]{1,40}=[a-z0-9.,_ "-]{1,100}){0,4};base64,/i
const MAX_HEAD_LENGTH = 800

export type DataString = { type: string; base64: string }

/** Parses a data string into its declared type (lower case, without parameters) and its undecoded content. */
export const parseDataString = (text: string): DataString | null => {
  const head = HEAD.exec(text.slice(0, MAX_HEAD_LENGTH))
  if (!head?.[1]) return null
  return { type: head[1].toLowerCase(), base64: text.slice(head[0].length) }
}

/** The decoded size in bytes, so that a file that is too large can be rejected before it is decoded. */
export const getDecodedLength = (base64: string): number =>
  findDecodedUpload(base64)?.bytes.length ??
  (base64.length / 4) * 3 - (base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0)

/** Decodes base64. Returns null if any character is invalid; Node alone would skip invalid characters. */
export const decodeBase64 = (base64: string): Buffer | null => {
  const decoded = findDecodedUpload(base64)?.bytes
  if (decoded) return Buffer.from(decoded.buffer, decoded.byteOffset, decoded.length)
  if (base64.length === 0 || base64.length % 4 !== 0) return null
  const bytes = Buffer.from(base64, 'base64')
  return bytes.toString('base64') === base64 ? bytes : null
}

/**
 * Returns a value that is equal for equal files: the hash of the decoded upload if there is one, otherwise
 * the text itself.
 */
export const getContentKey = (text: string): string => {
  const { base64 } = parseDataString(text) ?? { base64: '' }
  return findDecodedUpload(base64)?.hash ?? text
}
