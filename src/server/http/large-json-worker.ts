import { createHash, randomUUID } from 'node:crypto'
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { HeldFile } from './held-data.ts'

// The whole program of the thread that `large-json.ts` starts.

// On Linux a thread has a priority of its own: this one stands behind everybody who waits for a page.
if (process.platform === 'linux') setPriority(10)

const HEAD = /^data:[^,]{1,400};base64,/
const LONG = 64 * 1024
const files: HeldFile[] = []

/** Long data strings in the body and in its lists become bytes; whatever is not written as base64 is stays what it is. */
const decode = (value: unknown): unknown => {
  if (typeof value !== 'string' || value.length < LONG) return value
  const head = HEAD.exec(value)?.[0]
  if (head === undefined) return value
  const base64 = value.slice(head.length)
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
  const bytes = Buffer.from(new ArrayBuffer(Math.floor(base64.length / 4) * 3 - padding))
  if (bytes.write(base64, 'base64') !== bytes.length || bytes.toString('base64') !== base64) return value
  const file = { id: randomUUID(), bytes, hash: createHash('sha256').update(bytes).digest('hex') }
  files.push(file)
  return `${head}#${file.id}`
}

const VALUES_MOST = 10_000
const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const BEGINS_VALUE: ReadonlySet<number | undefined> = new Set([0x2c, 0x5b, 0x7b])

/**
 * A body is large by its strings. Millions of small values take more memory than the thread may have, and where V8 runs out
 * of it in the middle of `JSON.parse` it ends the whole process, not the thread: so they are counted first.
 */
const holdsTooMany = (json: Buffer): boolean => {
  let values = 0
  for (let at = 0; at < json.length; at += 1) {
    if (json[at] === QUOTE) at = endOfString(json, at)
    else if (BEGINS_VALUE.has(json[at])) values += 1
    if (values > VALUES_MOST) return true
  }
  return false
}

const endOfString = (json: Buffer, start: number): number => {
  for (let at = json.indexOf(QUOTE, start + 1); at >= 0; at = json.indexOf(QUOTE, at + 1)) {
    let before = at
    while (json[before - 1] === BACKSLASH) before -= 1
    if ((at - before) % 2 === 0) return at
  }
  return json.length
}

const read = (json: Buffer): unknown => {
  const value: unknown = JSON.parse(json.toString())
  if (typeof value === 'object' && value !== null)
    for (const [name, one] of Object.entries(value)) {
      const made = Array.isArray(one) ? one.map(decode) : decode(one)
      if (made !== one) Object.defineProperty(value, name, { value: made, enumerable: true })
    }
  return value
}

const body = workerData as Uint8Array<ArrayBuffer>
const json = Buffer.from(body.buffer, 0, body.length)
parentPort?.postMessage(
  holdsTooMany(json) ? null : { value: read(json), files },
  files.map(({ bytes }) => bytes.buffer as ArrayBuffer),
)
