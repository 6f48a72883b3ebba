import { parse } from 'csv-parse/browser/esm/sync'
import { importTexts } from '../texts.ts'
import type { Candidate, ReadProblem } from './candidate.ts'
import { readRecord } from './read-json.ts'

type Row = { record: string[]; info: { lines: number } }

/** Reads a CSV file of prompts.chat or of this site, with the columns `act` or `title`, `prompt`, and others. */
export const readTable = (path: string, text: string): (Candidate | ReadProblem)[] => {
  const [header = ''] = text.trimStart().split(/[\r\n]/)
  const countOf = (delimiter: string) => header.split(delimiter).length
  const delimiter = [',', ';', '\t'].toSorted((one, other) => countOf(other) - countOf(one))[0] ?? ','
  const rows = parse(text, {
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    skip_empty_lines: true,
    relax_quotes: true,
    relax_column_count: true,
    info: true,
    // The types do not know that `info` changes the rows.
  }) as unknown as Row[]
  const [first, ...others] = rows
  const names = first?.record.map((name) => name.trim().toLowerCase()) ?? []
  if (!names.includes('prompt') || !(names.includes('act') || names.includes('title')))
    return [{ location: path, reason: importTexts.missingColumns }]
  const proper: Readonly<Record<string, string>> = {
    blanksin: 'blanksIn',
    sourceurl: 'sourceUrl',
    prompttruncated: 'promptTruncated',
  }
  return others.map(({ record }, index) => {
    const fields = names.map((name, column) => [proper[name] ?? name, record[column] ?? ''])
    // A record can have several lines and begins after the previous one.
    const line = (rows[index]?.info.lines ?? 0) + 1
    return readRecord(`${path}, ${importTexts.line(line)}`, Object.fromEntries(fields))
  })
}
