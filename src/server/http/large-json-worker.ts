import { createHash, randomUUID } from 'node:crypto'
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { DecodedUpload } from './decoded-uploads.ts'

// The entry point of the worker thread that `large-json.ts` starts.

// On Linux each thread has its own priority; a low one gives precedence to page requests.
if (process.platform === 'linux') setPriority(10)

const PREFIX = /^data:[^,]{1,400};base64,/
const MIN_DECODED_LENGTH = 64 * 1024
const files: DecodedUpload[] = []

/**
 * Decodes long data URLs in the body and in its lists into bytes. Text that is not canonical base64 stays unchanged.
 */
const decode = (value: unknown): unknown => {
  if (typeof value !== 'string' || value.length < MIN_DECODED_LENGTH) return value
  const prefix = PREFIX.exec(value)?.[0]
  if (prefix === undefined) return value
  const base64 = value.slice(prefix.length)
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
  const bytes = Buffer.from(new ArrayBuffer(Math.floor(base64.length / 4) * 3 - padding))
  if (bytes.write(base64, 'base64') !== bytes.length || bytes.toString('base64') !== base64) return value
  const file = { id: randomUUID(), bytes, hash: createHash('sha256').update(bytes).digest('hex') }
  files.push(file)
  return `${prefix}#${file.id}`
}

const MAX_VALUES = 10_000
const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const VALUE_STARTS: ReadonlySet<number | undefined> = new Set([0x2c, 0x5b, 0x7b])

/**
 * Returns whether the JSON contains too many values. A legitimate large body consists of a few long strings.
 * Millions of small values need more memory than the thread may use, and when V8 runs out of memory inside
 * `JSON.parse` it terminates the whole process, not just the thread. The values are therefore counted before
 * parsing.
 */
const hasTooManyValues = (json: Buffer): boolean => {
  let values = 0
  for (let index = 0; index < json.length; index += 1) {
    if (json[index] === QUOTE) index = endOfString(json, index)
    else if (VALUE_STARTS.has(json[index])) values += 1
    if (values > MAX_VALUES) return true
  }
  return false
}

const endOfString = (json: Buffer, start: number): number => {
  for (let index = json.indexOf(QUOTE, start + 1); index >= 0; index = json.indexOf(QUOTE, index + 1)) {
    let before = index
    while (json[before - 1] === BACKSLASH) before -= 1
    if ((index - before) % 2 === 0) return index
  }
  return json.length
}

const read = (json: Buffer): unknown => {
  const value: unknown = JSON.parse(json.toString())
  if (typeof value === 'object' && value !== null)
    for (const [name, item] of Object.entries(value)) {
      const decoded = Array.isArray(item) ? item.map(decode) : decode(item)
      if (decoded !== item) Object.defineProperty(value, name, { value: decoded, enumerable: true })
    }
  return value
}

const body = workerData as Uint8Array<ArrayBuffer>
const json = Buffer.from(body.buffer, 0, body.length)
parentPort?.postMessage(
  hasTooManyValues(json) ? null : { value: read(json), files },
  files.map(({ bytes }) => bytes.buffer as ArrayBuffer),
)
