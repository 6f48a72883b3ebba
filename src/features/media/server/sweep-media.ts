import { rm } from 'node:fs/promises'
import path from 'node:path'
import { nameOfAddress, readMediaName, thumbnailWidths } from '#features/media/contract.ts'
import { placeOf } from '#server/media/place.ts'
import type { MediaStore } from './keep-file.ts'
import { adoptFiles, deleteIfReplaced, deleteIfUnused, listUnused } from './media-query.ts'

const BATCH = 200
const ADOPTED = 1_000

/** Removes files that no post, no avatar and no upload of the last day uses. Answers how many. */
export const sweepMedia = async ({ sql, files }: MediaStore): Promise<number> => {
  await adoptStored({ sql, files })
  let removed = 0
  let after = ''
  for (;;) {
    const names = await listUnused(sql, after, BATCH)
    for (const name of names) if (await removeFile({ sql, files }, name, deleteIfUnused)) removed += 1
    after = names.at(-1) ?? ''
    if (names.length < BATCH) return removed
  }
}

/**
 * Removes files that an edit has just replaced, where nothing else names them. One that cannot be removed now is left to
 * the sweep: the edit itself is done.
 */
export const removeReplaced = async (store: MediaStore, addresses: readonly string[]): Promise<void> => {
  for (const address of addresses) {
    const name = nameOfAddress(address)
    if (name) await removeFile(store, name, deleteIfReplaced).catch(() => false)
  }
}

/**
 * The row goes first and stays locked until the file is gone too: who uploads the same file at this moment waits, and
 * then writes it again. After a crash in between the row is back, and what it names may be written anew.
 */
const removeFile = (
  { sql, files }: MediaStore,
  name: string,
  deleteRow: typeof deleteIfUnused,
): Promise<boolean> =>
  sql.begin(async (tx) => {
    if (!(await deleteRow(tx, name))) return false
    await files.remove(name)
    const hash = readMediaName(name)?.hash
    for (const width of thumbnailWidths)
      await rm(path.join(files.dataDir, 'made', placeOf(`${hash}-${width}.webp`)), { force: true })
    return true
  })

const adoptStored = async ({ sql, files }: MediaStore): Promise<void> => {
  for await (const page of files.list()) {
    const names = page.filter((name) => readMediaName(name))
    for (let at = 0; at < names.length; at += ADOPTED) await adoptFiles(sql, names.slice(at, at + ADOPTED))
  }
}
