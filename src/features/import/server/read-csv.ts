import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type CsvError, parse } from 'csv-parse'
import { type CsvRow, csvColumns } from '../contract.ts'
import type { Read } from './imported-post.ts'
import { InputError } from './input-error.ts'

/** No row of any use is longer; it bounds what a quote that is never closed can take up. */
const ROW_MOST = 8_000_000
const FATAL = new Set(['CSV_QUOTE_NOT_CLOSED', 'CSV_MAX_RECORD_SIZE'])

type Parsed = { record: CsvRow; info: { lines: number } }

/** The rows of a CSV file, one after the other; a row that cannot be read does not end the reading. */
export async function* readCsv(text: AsyncIterable<string>): AsyncGenerator<Read<CsvRow>> {
  const skipped: Read<CsvRow>[] = []
  let hasHeader = false
  const parser = parse({
    info: true,
    skip_empty_lines: true,
    // A stray quote stays a character of its field; otherwise it would swallow the rows behind it.
    relax_quotes: true,
    skip_records_with_error: true,
    max_record_size: ROW_MOST,
    columns: (header: string[]) => {
      hasHeader = true
      return wantedColumns(header)
    },
    on_skip: (error) => {
      if (error) skipped.push(unreadable(error))
      return undefined
    },
  })
  const feeding = pipeline(Readable.from(text), parser)
  feeding.catch(() => {})
  for await (const { record, info } of parser as AsyncIterable<Parsed>) {
    yield* skipped.splice(0)
    yield { line: info.lines - newlines(record), value: record }
  }
  await feeding
  yield* skipped.splice(0)
  if (!hasHeader) throw missing([...csvColumns])
}

const wantedColumns = (header: string[]): (string | false)[] => {
  const names = header.map((name) => name.trim().toLowerCase())
  const absent = csvColumns.filter((column) => !names.includes(column))
  if (absent.length) throw missing(absent)
  return names.map((name, at) =>
    csvColumns.some((column) => column === name) && names.indexOf(name) === at ? name : false,
  )
}

const missing = (columns: string[]) =>
  new InputError(`The file has no column ${columns.map((column) => `"${column}"`).join(', ')}`)

const unreadable = (error: CsvError): Read<CsvRow> => {
  const line = Number(error.lines ?? 0)
  if (FATAL.has(error.code)) throw new InputError(`A quoted field that ends nowhere: line ${line}`)
  const problem =
    error.code === 'CSV_RECORD_INCONSISTENT_COLUMNS' || error.code === 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH'
      ? 'it has more or fewer fields than the header'
      : 'its quotes cannot be read'
  return { line, problem }
}

/** A record knows the line it ends in; people look for the one it begins in. */
const newlines = (row: CsvRow): number => {
  let count = 0
  for (const text of Object.values(row)) {
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  }
  return count
}
