import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type CsvError, parse } from 'csv-parse'
import { type CsvRow, csvColumns } from '../contract.ts'
import type { Read } from './imported-post.ts'
import { InputError } from './input-error.ts'
import { lineStarts } from './line-starts.ts'

/** No row of any use is longer; it bounds what a quote that is never closed can take up. */
const ROW_MOST = 8_000_000
const FATAL = new Set(['CSV_QUOTE_NOT_CLOSED', 'CSV_MAX_RECORD_SIZE'])

/** The rows of a CSV file, one after the other; a row that cannot be read does not end the reading. */
export async function* readCsv(text: AsyncIterable<string>): AsyncGenerator<Read<CsvRow>> {
  const skipped: Read<CsvRow>[] = []
  /** Of the records that are read and wait. */
  const begins: number[] = []
  const lines = lineStarts()
  let end = 0
  /** Of the record that ends there: people look for where it begins. */
  const lineOf = (bytes: number): number => {
    const line = lines.lineFrom(end)
    end = bytes
    return line
  }
  const parser = parse({
    skip_empty_lines: true,
    // A stray quote stays a character of its field; otherwise it would swallow the rows behind it.
    relax_quotes: true,
    skip_records_with_error: true,
    max_record_size: ROW_MOST,
    on_record: (fields, { bytes }) => {
      begins.push(lineOf(bytes))
      return fields
    },
    on_skip: (error) => {
      if (error) skipped.push(unreadable(error, lineOf(Number(error.bytes))))
      return undefined
    },
  })
  const feeding = pipeline(Readable.from(watched(text, lines.feed)), parser)
  feeding.catch(() => {})
  let columns: Columns | null = null
  for await (const fields of parser as AsyncIterable<string[]>) {
    const line = begins.shift() ?? 0
    yield* skipped.splice(0, skipped.filter((before) => before.line < line).length)
    if (columns) yield { line, value: rowOf(columns, fields) }
    else columns = wantedColumns(fields)
  }
  await feeding
  yield* skipped.splice(0)
  if (!columns) throw missing([...csvColumns])
}

async function* watched(text: AsyncIterable<string>, watch: (bytes: Uint8Array) => void) {
  for await (const piece of text) {
    const bytes = Buffer.from(piece)
    watch(bytes)
    yield bytes
  }
}

/** Where each column stands. */
type Columns = (readonly [column: keyof CsvRow, at: number])[]

const wantedColumns = (header: string[]): Columns => {
  const names = header.map((name) => name.trim().toLowerCase())
  const absent = csvColumns.filter((column) => !names.includes(column))
  if (absent.length) throw missing(absent)
  return csvColumns.map((column) => [column, names.indexOf(column)] as const)
}

const rowOf = (columns: Columns, fields: string[]): CsvRow =>
  Object.fromEntries(columns.map(([column, at]) => [column, fields[at] ?? ''])) as CsvRow

const missing = (columns: string[]) =>
  new InputError(`The file has no column ${columns.map((column) => `"${column}"`).join(', ')}`)

const unreadable = ({ code }: CsvError, line: number): Read<CsvRow> => {
  if (FATAL.has(code)) throw new InputError(`A quoted field that ends nowhere: line ${line}`)
  const problem =
    code === 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH'
      ? 'it has more or fewer fields than the header'
      : 'its quotes cannot be read'
  return { line, problem }
}
