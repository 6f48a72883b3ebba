import type * as z from 'zod/mini'
import { isReservedUsername } from '#core/reserved-usernames.ts'
import type { TransferredVersion } from '#features/versions/server/transfer-query.ts'
import { postRecordSchema, versionRecordSchema } from '../contract.ts'
import { hashPostRecord, type ImportedPost, type ReadResult } from './imported-post.ts'
import { InputError } from './input-file.ts'

type ImportedVersion = TransferredVersion & { versionOf: string }

/**
 * Converts a line of an export into a post or a version, or returns a description of the problem if the line
 * is invalid.
 */
const parseJsonLine = (line: string): ImportedPost | ImportedVersion | string => {
  const parsed = parse(line)
  if (parsed === undefined) return 'not a JSON object'
  if (typeof parsed === 'object' && parsed !== null && 'versionOf' in parsed) {
    const version = versionRecordSchema.safeParse(parsed)
    return version.success ? (version.data as ImportedVersion) : describeIssue(version.error, 'version')
  }
  const result = postRecordSchema.safeParse(parsed)
  if (!result.success) return describeIssue(result.error, 'post')
  const { author, importedFrom, ...post } = result.data
  if (isReservedUsername(author)) return `author: ${author} is a reserved name`
  return {
    ...post,
    key: importedFrom ?? hashPostRecord(result.data),
    author: { kind: 'username', name: author },
    isExported: true,
    versions: [],
  }
}

const describeIssue = ({ issues: [issue] }: z.core.$ZodError, what: string): string =>
  issue ? `${issue.path.join('.') || what}: ${issue.message}` : `not a ${what}`

/** Yields the posts of an export, each with the versions on the lines after it. */
export async function* readExportedPosts(
  lines: AsyncIterable<ReadResult<string>>,
): AsyncGenerator<ReadResult<ImportedPost>> {
  let post: { line: number; value: ImportedPost } | null = null
  for await (const result of lines) {
    const { line } = result
    const parsed = 'problem' in result ? result.problem : parseJsonLine(result.value)
    if (typeof parsed === 'string') yield { line, problem: parsed }
    else if ('versionOf' in parsed) {
      const { versionOf, ...version } = parsed
      if (post?.value.seoSlug === versionOf) post.value.versions.push(version)
      else yield { line, problem: 'versionOf: the version does not follow its post' }
    } else {
      if (post) yield post
      post = { line, value: parsed }
    }
  }
  if (post) yield post
}

const parse = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/**
 * The maximum length of a line in UTF-16 code units, more than a post of the maximum size needs even if every character is
 * escaped.
 */
const MAX_LINE_LENGTH = 8_000_000

/** Yields the lines of a text. Blank lines are skipped; a line that is too long is reported. */
export async function* readJsonLines(text: AsyncIterable<string>): AsyncGenerator<ReadResult<string>> {
  let line = 1
  let rest = ''
  let isTooLong = false
  let isFirst = true
  function* finish(): Generator<ReadResult<string>> {
    if (!isTooLong && !rest.trim()) return
    yield* finishLine(line, rest, isTooLong, isFirst)
    isFirst = false
  }
  let endsWithCr = false
  for await (const piece of text) {
    // A carriage return and the line feed after it can be in different pieces. JSON escapes both within texts.
    const parts = (endsWithCr ? piece.replace(/^\n/, '') : piece).split(/\r\n|[\n\r]/)
    endsWithCr = piece.endsWith('\r')
    for (const [index, part] of parts.entries()) {
      if (index > 0) {
        yield* finish()
        line += 1
        rest = ''
        isTooLong = false
      }
      isTooLong ||= rest.length + part.length > MAX_LINE_LENGTH
      rest = isTooLong ? '' : rest + part
    }
  }
  yield* finish()
}

function* finishLine(
  line: number,
  text: string,
  isTooLong: boolean,
  isFirst: boolean,
): Generator<ReadResult<string>> {
  if (isTooLong) yield { line, problem: 'the line is too long' }
  else if (isFirst && !isObject(text)) throw new InputError('The first line is not a JSON object')
  else yield { line, value: text }
}

const isObject = (text: string): boolean => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
