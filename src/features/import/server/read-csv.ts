import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type CsvError, parse } from 'csv-parse'
import { type CsvRow, csvColumns } from '../contract.ts'
import type { ReadResult } from './imported-post.ts'
import { InputError } from './input-file.ts'

const LF = 10
const CR = 13
const COMPACT_AFTER = 10_000

/**
 * Tracks the line on which each record in a file begins: the first non-empty line after the previous record.
 */
export const createLineTracker = () => {
  let starts: { offset: number; line: number }[] = []
  let first = 0
  let line = 1
  let offset = 0
  let lineStart = 0
  let previous = 0
  return {
    /** Processes the file's next bytes. Must be called before `lineFrom` is called for these bytes. */
    feed: (bytes: Uint8Array): void => {
      for (let index = 0; index < bytes.length; index += 1, offset += 1) {
        const byte = bytes[index] ?? 0
        if (byte === LF || byte === CR) {
          if (!(byte === LF && previous === CR)) line += 1
          lineStart = offset + 1
        } else if (offset === lineStart) starts.push({ offset, line })
        previous = byte
      }
    },
    /**
     * Returns the number of the first non-empty line at or after byte `from`. `from` must not decrease
     * between calls.
     */
    lineFrom: (from: number): number => {
      while ((starts[first]?.offset ?? from) < from) first += 1
      if (first > COMPACT_AFTER) {
        starts = starts.slice(first)
        first = 0
      }
      return starts[first]?.line ?? line
    },
  }
}

/**
 * The maximum size of a row in bytes, more than any valid row needs. Bounds the memory that an unclosed quote can
 * use.
 */
const MAX_ROW_BYTES = 8_000_000
const FATAL = new Set(['CSV_QUOTE_NOT_CLOSED', 'CSV_MAX_RECORD_SIZE'])

/** Yields the rows of a CSV file. A malformed row is reported, and reading continues with the next row. */
export async function* readCsv(text: AsyncIterable<string>): AsyncGenerator<ReadResult<CsvRow>> {
  const skipped: ReadResult<CsvRow>[] = []
  /** The starting lines of the records that have been parsed but not yet yielded. */
  const pendingLines: number[] = []
  const lines = createLineTracker()
  let previousEnd = 0
  /**
   * Returns the line on which the record that ends at this byte begins, because that is where people look for
   * the record.
   */
  const lineOf = (bytes: number): number => {
    const line = lines.lineFrom(previousEnd)
    previousEnd = bytes
    return line
  }
  const pieces = text[Symbol.asyncIterator]()
  const first = (await pieces.next()).value ?? ''
  const parser = parse({
    delimiter: detectDelimiter(first),
    // Every line end counts, because editors and programs mix them within one file. By default, only the first kind does.
    record_delimiter: ['\r\n', '\n', '\r'],
    skip_empty_lines: true,
    // Treats a stray quote as part of its field; otherwise it would swallow the following rows.
    relax_quotes: true,
    skip_records_with_error: true,
    max_record_size: MAX_ROW_BYTES,
    on_record: (fields, { bytes }) => {
      pendingLines.push(lineOf(bytes))
      return fields
    },
    on_skip: (error) => {
      if (error) skipped.push(malformedRow(error, lineOf(Number(error.bytes))))
      return undefined
    },
  })
  const feeding = pipeline(Readable.from(tap(first, pieces, lines.feed)), parser)
  feeding.catch(() => {})
  let columns: Columns | null = null
  for await (const fields of parser as AsyncIterable<string[]>) {
    const line = pendingLines.shift() ?? 0
    yield* skipped.splice(0, skipped.filter((row) => row.line < line).length)
    if (columns) yield { line, value: rowOf(columns, fields) }
    else columns = columnsOf(fields)
  }
  await feeding
  yield* skipped.splice(0)
  if (!columns) throw missingColumns([...csvColumns])
}

async function* tap(
  first: string,
  pieces: AsyncIterator<string>,
  onBytes: (bytes: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  for (let piece: string | undefined = first; piece !== undefined; ) {
    const bytes = Buffer.from(piece)
    onBytes(bytes)
    yield bytes
    const next: IteratorResult<string> = await pieces.next()
    piece = next.done ? undefined : next.value
  }
}

/**
 * Returns what separates the fields: the character that the header, whose names contain none, has most of. Spreadsheets
 * write semicolons where the comma is the decimal mark, and tabs in "Unicode Text".
 */
const detectDelimiter = (start: string): string => {
  const [header = ''] = start.trimStart().split(/[\r\n]/)
  const countOf = (delimiter: string) => header.split(delimiter).length
  return [',', ';', '\t'].toSorted((one, other) => countOf(other) - countOf(one))[0] ?? ','
}

/** The index of each column in a row. */
type Columns = (readonly [column: keyof CsvRow, index: number])[]

const columnsOf = (header: string[]): Columns => {
  const names = header.map((name) => name.trim().toLowerCase())
  const absent = csvColumns.filter((column) => !names.includes(column))
  if (absent.length) throw missingColumns(absent)
  const known = ['license', 'licence'].filter((column) => names.includes(column)).slice(0, 1)
  return [
    ...csvColumns.map((column) => [column, names.indexOf(column)] as const),
    ...known.map((column) => ['license', names.indexOf(column)] as const),
  ]
}

const rowOf = (columns: Columns, fields: string[]): CsvRow =>
  Object.fromEntries(columns.map(([column, index]) => [column, fields[index] ?? ''])) as CsvRow

const missingColumns = (columns: string[]) =>
  new InputError(`The file is missing the column ${columns.map((column) => `"${column}"`).join(', ')}`)

const malformedRow = ({ code }: CsvError, line: number): ReadResult<CsvRow> => {
  if (FATAL.has(code)) throw new InputError(`A quoted field is never closed: line ${line}`)
  const problem =
    code === 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH'
      ? 'it has more or fewer fields than the header'
      : 'its quotes are malformed'
  return { line, problem }
}
