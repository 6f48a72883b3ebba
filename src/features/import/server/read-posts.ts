import { type CsvDefaults, parseCsvRow } from './csv-row.ts'
import type { ImportedPost, ReadResult } from './imported-post.ts'
import { type InputFile, readTextChunks } from './input-file.ts'
import { readCsv } from './read-csv.ts'
import { readExportedPosts, readJsonLines } from './read-json-lines.ts'

export type ReadPostsOptions = {
  defaults: CsvDefaults
  /**
   * The creation time of the first row's post. A CSV file has no dates, so each row's post is dated one millisecond
   * before the previous row's.
   */
  startedAt: number
  onBytes: (total: number) => void
}

/** Yields the posts from a file in either format, in file order. */
export async function* readPosts(
  file: InputFile,
  { defaults, startedAt, onBytes }: ReadPostsOptions,
): AsyncGenerator<ReadResult<ImportedPost>> {
  const text = readTextChunks(file.path, onBytes)
  let row = 0
  if (file.format === 'json-lines') {
    yield* readExportedPosts(readJsonLines(text))
  } else {
    for await (const result of readCsv(text)) {
      const createdAt = new Date(startedAt - row)
      yield convert(result, (value) => parseCsvRow(value, defaults, createdAt))
      row += 1
    }
  }
}

/** Reads the whole file without importing it, so that a broken file is detected before anything changes. */
export const validateImportFile = async (
  file: InputFile,
  { onBytes, signal }: { onBytes: (total: number) => void; signal: AbortSignal },
): Promise<number> => {
  const text = readTextChunks(file.path, onBytes)
  let rows = 0
  for await (const _ of file.format === 'json-lines' ? readJsonLines(text) : readCsv(text)) {
    rows += 1
    if (signal.aborted) break
  }
  return rows
}

const convert = <T>(
  result: ReadResult<T>,
  toPost: (value: T) => ImportedPost | string,
): ReadResult<ImportedPost> => {
  if ('problem' in result) return result
  const post = toPost(result.value)
  return typeof post === 'string' ? { line: result.line, problem: post } : { line: result.line, value: post }
}
