import { refreshBest } from '#features/search/server/refresh-best.ts'
import type { Sql } from '#server/database/connect.ts'
import { defaultsProblem } from './csv-row.ts'
import { importBatch, unknownPosts } from './import-batch.ts'
import type { ImportedPost } from './imported-post.ts'
import { InputError } from './input-error.ts'
import { type InputFile, lookAtFile } from './input-file.ts'
import type { Progress } from './progress.ts'
import { countRows, readPosts } from './read-posts.ts'
import * as store from './store.ts'

const BATCH_ROWS = 500
/** In UTF-16 units; long prompts make shorter batches, so memory stays the same. */
const BATCH_LENGTH = 4_000_000
const LISTED = 50
const ANALYZE_FROM = 500

export type ImportSummary = {
  rows: number
  added: number
  /** Rows that were there already. */
  skipped: number
  badRows: number
  /** The first of them. */
  bad: { line: number; problem: string }[]
  isStopped: boolean
}

export type ImportOptions = {
  topic?: string | undefined
  author?: string | undefined
  /** Reads and checks everything, writes nothing. */
  isDryRun?: boolean
  progress: Progress
  signal: AbortSignal
}

/**
 * Brings a CSV file or an export into the site. It may be stopped and run again at any time: what is there is skipped.
 * @throws InputError when the file as a whole cannot be taken; nothing is changed then.
 */
export const importFile = async (sql: Sql, path: string, options: ImportOptions): Promise<ImportSummary> => {
  const problem = defaultsProblem(options)
  if (problem) throw new InputError(problem)
  const file = await lookAtFile(path)
  const { progress, signal } = options
  progress.begin('Checking', file.bytes)
  const total = await countRows(file, { signal, onBytes: (bytes) => progress.read(bytes) })
  progress.rows(total)
  if (options.isDryRun) return importRows(sql, file, options)
  return sql.begin(async (holder) => {
    if (!(await store.tryImportLock(holder))) {
      throw new InputError('Another import is running; wait until it has ended')
    }
    return importRows(sql, file, options)
  }) as Promise<ImportSummary>
}

const importRows = async (
  sql: Sql,
  file: InputFile,
  { topic, author, isDryRun, progress, signal }: ImportOptions,
): Promise<ImportSummary> => {
  const summary: ImportSummary = { rows: 0, added: 0, skipped: 0, badRows: 0, bad: [], isStopped: false }
  const write = isDryRun
    ? async (batch: ImportedPost[]) => (await unknownPosts(sql, batch)).length
    : (batch: ImportedPost[]) => importBatch(sql, batch)
  progress.begin(isDryRun ? 'Trying' : 'Importing', file.bytes)
  const reading = readPosts(file, {
    defaults: { topic, author },
    startedAt: Date.now(),
    onBytes: (bytes) => progress.read(bytes),
  })
  for await (const batch of batches(reading, summary)) {
    if (signal.aborted) break
    const added = await write(batch)
    summary.added += added
    summary.skipped += batch.length - added
    progress.rows(summary.rows)
  }
  if (!isDryRun && summary.added > 0) await refreshBest(sql)
  if (!isDryRun && summary.added >= ANALYZE_FROM) await analyzed(sql)
  summary.isStopped = signal.aborted
  return summary
}

const analyzed = (sql: Sql) =>
  sql.begin(async (transaction) => {
    await store.allowLongWork(transaction)
    await store.analyze(transaction)
  })

/** Good rows in groups for one transaction each; bad ones are noted in the summary. */
async function* batches(
  reading: ReturnType<typeof readPosts>,
  summary: ImportSummary,
): AsyncGenerator<ImportedPost[]> {
  let batch: ImportedPost[] = []
  let length = 0
  for await (const read of reading) {
    summary.rows += 1
    if ('problem' in read) {
      summary.badRows += 1
      if (summary.bad.length < LISTED) summary.bad.push(read)
      continue
    }
    batch.push(read.value)
    length += read.value.prompt.length
    if (batch.length < BATCH_ROWS && length < BATCH_LENGTH) continue
    yield batch
    batch = []
    length = 0
  }
  if (batch.length) yield batch
}
