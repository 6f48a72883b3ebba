import { type CsvDefaults, csvPost } from './csv-row.ts'
import type { ImportedPost, Read } from './imported-post.ts'
import { type InputFile, readText } from './input-file.ts'
import { jsonPost } from './json-line.ts'
import { readCsv } from './read-csv.ts'
import { readJsonLines } from './read-json-lines.ts'

export type ReadOptions = {
  defaults: CsvDefaults
  /** A CSV file knows no dates: its first row is the newest, the next one a millisecond older, and so on. */
  startedAt: number
  onBytes: (total: number) => void
}

/** The posts of a file of either format, in the file's order. */
export async function* readPosts(
  file: InputFile,
  { defaults, startedAt, onBytes }: ReadOptions,
): AsyncGenerator<Read<ImportedPost>> {
  const text = readText(file.path, onBytes)
  let row = 0
  if (file.format === 'json-lines') {
    for await (const read of readJsonLines(text)) yield convert(read, jsonPost)
  } else {
    for await (const read of readCsv(text)) {
      const createdAt = new Date(startedAt - row).toISOString()
      yield convert(read, (value) => csvPost(value, defaults, createdAt))
      row += 1
    }
  }
}

/** Reads the file to its end without using it, so that a broken one is found before anything is changed. */
export const countRows = async (
  file: InputFile,
  { onBytes, signal }: { onBytes: (total: number) => void; signal: AbortSignal },
): Promise<number> => {
  const text = readText(file.path, onBytes)
  let rows = 0
  for await (const _ of file.format === 'json-lines' ? readJsonLines(text) : readCsv(text)) {
    rows += 1
    if (signal.aborted) break
  }
  return rows
}

const convert = <T>(read: Read<T>, post: (value: T) => ImportedPost | string): Read<ImportedPost> => {
  if ('problem' in read) return read
  const made = post(read.value)
  return typeof made === 'string' ? { line: read.line, problem: made } : { line: read.line, value: made }
}
