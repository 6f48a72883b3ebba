import { validateCsvDefaults } from '#features/import/server/csv-row.ts'
import type { ImportedPost } from '#features/import/server/imported-post.ts'
import { InputError, type InputFile, inspectInputFile } from '#features/import/server/input-file.ts'
import type { ProgressReporter } from '#features/import/server/progress.ts'
import { readPosts, validateImportFile } from '#features/import/server/read-posts.ts'
import * as store from '#features/import/server/store.ts'
import { refreshHotPosts } from '#features/search/server/hot-posts-query.ts'
import type { Sql } from '#server/database/connect.ts'
import { filterNewPosts, importBatch } from './import-batch.ts'

/** Describes the result of an import for the command line. */
export const describeImportSummary = (summary: ImportSummary, isDryRun: boolean): string => {
  const lines = [
    `${summary.rows} rows read: ${summary.added} ${isDryRun ? 'would be added' : 'added'}, ` +
      `${summary.skipped} already there, ${summary.badRows} bad`,
    ...summary.bad.map(({ line, problem }) => `  line ${line}: ${problem}`),
  ]
  const unlisted = summary.badRows - summary.bad.length
  if (unlisted > 0) lines.push(`  and ${unlisted} more`)
  if (summary.isStopped) lines.push('Stopped. Run it again to continue.')
  return `${lines.join('\n')}\n`
}

const BATCH_ROWS = 500
/**
 * The maximum total length of a batch's posts, in UTF-16 code units. Long prompts lead to batches with fewer posts, so
 * that memory use stays constant.
 */
const BATCH_LENGTH = 4_000_000
const MAX_LISTED_BAD_ROWS = 50
const MIN_ROWS_TO_ANALYZE = 500

export type ImportSummary = {
  rows: number
  added: number
  /** The number of rows whose posts the site already had. */
  skipped: number
  badRows: number
  /** The first bad rows, at most 50. */
  bad: { line: number; problem: string }[]
  isStopped: boolean
}

export type ImportOptions = {
  topic?: string | undefined
  author?: string | undefined
  /** If true, everything is read and checked, but nothing is written. */
  isDryRun?: boolean
  progress: ProgressReporter
  signal: AbortSignal
}

/**
 * Imports a CSV file or an export. The import can be stopped and run again at any time; posts that the site already
 * has are skipped. Throws `InputError` if the file as a whole is unusable, in which case nothing has changed.
 */
export const importFile = async (sql: Sql, path: string, options: ImportOptions): Promise<ImportSummary> => {
  const problem = validateCsvDefaults(options)
  if (problem) throw new InputError(problem)
  const file = await inspectInputFile(path)
  const { progress, signal } = options
  progress.startStep('Checking', file.bytes)
  const total = await validateImportFile(file, { signal, onBytes: (bytes) => progress.setBytes(bytes) })
  progress.setRows(total)
  if (options.isDryRun) return importRows(sql, file, options)
  return sql.begin(async (holder) => {
    if (!(await store.tryAcquireImportLock(holder))) {
      throw new InputError('Another import is running. Wait until it finishes.')
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
    ? async (batch: ImportedPost[]) => (await filterNewPosts(sql, batch)).length
    : (batch: ImportedPost[]) => importBatch(sql, batch)
  progress.startStep(isDryRun ? 'Checking posts' : 'Importing', file.bytes)
  const posts = readPosts(file, {
    defaults: { topic, author },
    startedAt: Date.now(),
    onBytes: (bytes) => progress.setBytes(bytes),
  })
  for await (const batch of batches(posts, summary)) {
    if (signal.aborted) break
    const added = await write(batch)
    summary.added += added
    summary.skipped += batch.length - added
    progress.setRows(summary.rows)
  }
  if (!isDryRun && summary.added > 0) await refreshHotPosts(sql)
  if (!isDryRun && summary.added >= MIN_ROWS_TO_ANALYZE) await analyzeTables(sql)
  summary.isStopped = signal.aborted
  return summary
}

const analyzeTables = (sql: Sql) =>
  sql.begin(async (transaction) => {
    await store.disableTimeouts(transaction)
    await store.analyzeTables(transaction)
  })

const lengthOf = ({ prompt, versions }: ImportedPost): number =>
  versions.reduce((sum, { fields }) => sum + (fields.prompt?.length ?? 0), prompt.length)

/**
 * Groups the good rows into batches, each of which is imported in one transaction, and adds the bad rows to the
 * summary.
 */
async function* batches(
  posts: ReturnType<typeof readPosts>,
  summary: ImportSummary,
): AsyncGenerator<ImportedPost[]> {
  let batch: ImportedPost[] = []
  let length = 0
  for await (const result of posts) {
    summary.rows += 1
    if ('problem' in result) {
      summary.badRows += 1
      if (summary.bad.length < MAX_LISTED_BAD_ROWS) summary.bad.push(result)
      continue
    }
    batch.push(result.value)
    length += lengthOf(result.value)
    if (batch.length < BATCH_ROWS && length < BATCH_LENGTH) continue
    yield batch
    batch = []
    length = 0
  }
  if (batch.length) yield batch
}
