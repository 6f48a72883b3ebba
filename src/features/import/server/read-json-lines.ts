import type { Read } from './imported-post.ts'
import { InputError } from './input-error.ts'

/** A post of the largest allowed size, written with escapes only, is shorter. */
const LINE_MOST = 8_000_000

/** The lines of a text; blank ones are left out, one that is too long is reported and passed over. */
export async function* readJsonLines(text: AsyncIterable<string>): AsyncGenerator<Read<string>> {
  let line = 1
  let rest = ''
  let isTooLong = false
  for await (const piece of text) {
    const parts = piece.split('\n')
    for (const [at, part] of parts.entries()) {
      if (at > 0) {
        yield* finished(line, rest, isTooLong)
        line += 1
        rest = ''
        isTooLong = false
      }
      isTooLong ||= rest.length + part.length > LINE_MOST
      rest = isTooLong ? '' : rest + part
    }
  }
  yield* finished(line, rest, isTooLong)
}

function* finished(line: number, text: string, isTooLong: boolean): Generator<Read<string>> {
  if (isTooLong) yield { line, problem: 'the line is too long' }
  else if (line === 1 && !isObject(text)) throw new InputError('The first line is not a JSON object')
  else if (text.trim()) yield { line, value: text }
}

const isObject = (text: string): boolean => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
