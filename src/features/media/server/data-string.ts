import { findHeldFile } from '#server/http/held-data.ts'

const HEAD =
  /^data:([a-z0-9.+-]{1,40}\/[a-z0-9.+-]{1,60})(?:;[a-z0-9-]{1,40}=[a-z0-9.,_ "-]{1,100}){0,4};base64,/i
const LONGEST_HEAD = 800

export type DataString = { type: string; base64: string }

/** A data string's declared type (lower case, without parameters) and its content, not yet decoded; null for anything else. */
export const readDataString = (text: string): DataString | null => {
  const head = HEAD.exec(text.slice(0, LONGEST_HEAD))
  if (!head?.[1]) return null
  return { type: head[1].toLowerCase(), base64: text.slice(head[0].length) }
}

/** How many bytes the text stands for, so that too much is refused before it is decoded. */
export const decodedLength = (base64: string): number =>
  findHeldFile(base64)?.bytes.length ??
  (base64.length / 4) * 3 - (base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0)

/** The bytes; null where one character is not as base64 is written. Node alone would skip what it does not know. */
export const decodeStrictly = (base64: string): Buffer | null => {
  const held = findHeldFile(base64)?.bytes
  if (held) return Buffer.from(held.buffer, held.byteOffset, held.length)
  if (base64.length === 0 || base64.length % 4 !== 0) return null
  const bytes = Buffer.from(base64, 'base64')
  return bytes.toString('base64') === base64 ? bytes : null
}

/** What is the same for the same file: where it was decoded already, the hash of its bytes, else the text. */
export const contentMark = (text: string): string => {
  const { base64 } = readDataString(text) ?? { base64: '' }
  return findHeldFile(base64)?.hash ?? text
}
