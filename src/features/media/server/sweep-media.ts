import { rm } from 'node:fs/promises'
import path from 'node:path'
import { getMediaName, parseMediaName } from '#core/media-name.ts'
import { defineJob } from '#server/jobs/job.ts'
import { getStoragePath } from '#server/media/storage-path.ts'
import { thumbnailWidths } from '../contract-values.ts'
import {
  deleteFileIfReplaced,
  deleteFileIfUnused,
  registerExistingFiles,
  selectUnusedFiles,
} from './media-query.ts'
import type { MediaStore } from './store-file.ts'

/** Runs hourly, like the other sweeps, each of which starts at a different minute. */
export const mediaSweepJob = defineJob({
  name: 'sweep-media',
  schedule: '5 * * * *',
  run: ({ sql, files }) => sweepMedia({ sql, files }),
})

const BATCH_SIZE = 200
const REGISTER_BATCH_SIZE = 1_000

/**
 * Deletes files that nothing refers to and that were not uploaded or used within the last day. Returns the number of
 * deleted files.
 */
export const sweepMedia = async ({ sql, files }: MediaStore): Promise<number> => {
  await registerStored({ sql, files })
  let deleted = 0
  let after = ''
  for (;;) {
    const names = await selectUnusedFiles(sql, after, BATCH_SIZE)
    for (const name of names) if (await deleteFile({ sql, files }, name, deleteFileIfUnused)) deleted += 1
    after = names.at(-1) ?? ''
    if (names.length < BATCH_SIZE) return deleted
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
    if (!(await deleteRow(tx, name))) return false
    await files.remove(name)
    const hash = parseMediaName(name)?.hash
    for (const width of thumbnailWidths)
      await rm(path.join(files.dataDir, 'made', getStoragePath(`${hash}-${width}.webp`)), { force: true })
    return true
  })

const registerStored = async ({ sql, files }: MediaStore): Promise<void> => {
  for await (const page of files.list()) {
    const names = page.filter((name) => parseMediaName(name))
    for (let start = 0; start < names.length; start += REGISTER_BATCH_SIZE)
      await registerExistingFiles(sql, names.slice(start, start + REGISTER_BATCH_SIZE))
  }
}
