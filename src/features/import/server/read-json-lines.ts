import { isReservedUsername } from '#core/reserved-usernames.ts'
import { postRecordShape } from '../contract.ts'
import { hashRecord, type ImportedPost, type ReadResult } from './imported-post.ts'
import { InputError } from './input-file.ts'

/** Converts a line of an export into a post, or returns what is wrong with the line. */
export const parseJsonLine = (line: string): ImportedPost | string => {
  const parsed = parse(line)
  if (parsed === undefined) return 'not a JSON object'
  const result = postRecordShape.safeParse(parsed)
  if (!result.success) {
    const [issue] = result.error.issues
    return issue ? `${issue.path.join('.') || 'post'}: ${issue.message}` : 'not a post'
  }
  const { author, importedFrom, ...post } = result.data
  if (isReservedUsername(author)) return `author: ${author} is a reserved name`
  return {
    ...post,
    key: importedFrom ?? hashRecord(result.data),
    author: { kind: 'username', name: author },
    isExported: true,
  }
}

const parse = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** In UTF-16 units, more than a post of the maximum size needs even if every character is escaped. */
const MAX_LINE_LENGTH = 8_000_000

/** Yields the lines of a text. Blank lines are skipped; a line that is too long is reported. */
export async function* readJsonLines(text: AsyncIterable<string>): AsyncGenerator<ReadResult<string>> {
  let line = 1
  let rest = ''
  let isTooLong = false
  for await (const piece of text) {
    const parts = piece.split('\n')
    for (const [index, part] of parts.entries()) {
      if (index > 0) {
        yield* finishLine(line, rest, isTooLong)
        line += 1
        rest = ''
        isTooLong = false
      }
      isTooLong ||= rest.length + part.length > MAX_LINE_LENGTH
      rest = isTooLong ? '' : rest + part
    }
  }
  yield* finishLine(line, rest, isTooLong)
}

function* finishLine(line: number, text: string, isTooLong: boolean): Generator<ReadResult<string>> {
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
