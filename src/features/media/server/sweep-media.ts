import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { getMediaName, parseMediaName } from '#core/media-name.ts'
import { defineJob } from '#server/jobs/job.ts'
import { getStoragePath } from '#server/media/storage-path.ts'
import { thumbnailWidths } from '../contract-values.ts'
import {
  deleteFileIfReplaced,
  deleteFileIfUnused,
  lockMediaFile,
  registerExistingFiles,
  selectFileBatch,
} from './media-query.ts'
import type { MediaStore } from './store-file.ts'

/** Runs hourly, like the other sweeps, each of which starts at a different minute. */
export const mediaSweepJob = defineJob({
  name: 'sweep-media',
  schedule: '5 * * * *',
  run: ({ sql, files, signal }) => sweepMedia({ sql, files }, signal),
})

/** With this many files, a statement takes some 50 ms, far less than its time limit. */
const BATCH_SIZE = 500
const REGISTER_BATCH_SIZE = 1_000

/**
 * Deletes files that nothing refers to and that were not uploaded or used within the last day. Returns the number of
 * deleted files. Throws as soon as the signal aborts, so that a sweep has ended before it is retried.
 */
export const sweepMedia = async (
  { sql, files }: MediaStore,
  signal: AbortSignal = new AbortController().signal,
  start = pickStart(),
): Promise<number> => {
  await registerStored({ sql, files }, signal)
  // Names are hashes. A sweep starts at a random one and comes round to it again, so that no files are always left out
  // if every sweep runs out of time.
  const afterStart = await sweepNames({ sql, files }, signal, start, null)
  return afterStart + (await sweepNames({ sql, files }, signal, '', start))
}

const pickStart = () => randomBytes(8).toString('hex')

/** Sweeps the files whose names are greater than `after` and, unless `last` is null, not greater than `last`. */
const sweepNames = async (store: MediaStore, signal: AbortSignal, after: string, last: string | null) => {
  let deleted = 0
  let cursor = after
  for (;;) {
    signal.throwIfAborted()
    const batch = await selectFileBatch(store.sql, cursor, last, BATCH_SIZE)
    for (const { name, isUnused } of batch) {
      signal.throwIfAborted()
      if (isUnused && (await deleteFile(store, name, deleteFileIfUnused))) deleted += 1
    }
    cursor = batch.at(-1)?.name ?? ''
    if (batch.length < BATCH_SIZE) return deleted
  }
}

/**
 * Deletes files that an edit has just replaced, unless something else uses them. A file that cannot be deleted now is
 * left for the sweep, because the edit itself has succeeded.
 */
export const deleteReplacedFiles = async (store: MediaStore, urls: readonly string[]): Promise<void> => {
  for (const url of urls) {
    const name = getMediaName(url)
    if (name) await deleteFile(store, name, deleteFileIfReplaced).catch(() => false)
  }
}

/**
 * Deletes a file and its row. The row is deleted first and stays locked until the file is deleted as well, so that a
 * concurrent upload of the same file waits and then writes it again. If the process crashes in between, the row's
 * deletion is rolled back, and the file can be written again.
 */
const deleteFile = (
  { sql, files }: MediaStore,
  name: string,
  deleteRow: typeof deleteFileIfUnused,
): Promise<boolean> =>
  sql.begin(async (tx) => {
    if (!(await lockMediaFile(tx, name)) || !(await deleteRow(tx, name))) return false
    await files.remove(name)
    const hash = parseMediaName(name)?.hash
    for (const width of thumbnailWidths)
      for (const kind of ['', '-still'])
        await rm(path.join(files.dataDir, 'made', getStoragePath(`${hash}-${width}${kind}.webp`)), {
          force: true,
        })
    return true
  })

const registerStored = async ({ sql, files }: MediaStore, signal: AbortSignal): Promise<void> => {
  for await (const page of files.list()) {
    signal.throwIfAborted()
    const names = page.filter((name) => parseMediaName(name))
    for (let start = 0; start < names.length; start += REGISTER_BATCH_SIZE)
      await registerExistingFiles(sql, names.slice(start, start + REGISTER_BATCH_SIZE))
  }
}
