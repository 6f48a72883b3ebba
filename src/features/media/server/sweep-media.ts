import { rm } from 'node:fs/promises'
import path from 'node:path'
import { readMediaName, thumbnailWidths } from '#features/media/contract.ts'
import { placeOf } from '#server/media/place.ts'
import type { MediaStore } from './keep-file.ts'
import { adoptFiles, deleteIfUnused, listUnused } from './media-query.ts'

const BATCH = 200
const ADOPTED = 1_000

/** Removes files that no post, no avatar and no upload of the last day uses. Answers how many. */
export const sweepMedia = async ({ sql, files }: MediaStore): Promise<number> => {
  await adoptStored({ sql, files })
  let removed = 0
  let after = ''
  for (;;) {
    const names = await listUnused(sql, after, BATCH)
    for (const name of names) if (await removeFile({ sql, files }, name)) removed += 1
    after = names.at(-1) ?? ''
    if (names.length < BATCH) return removed
  }
}

/**
 * The row goes first and stays locked until the file is gone too: who uploads the same file at this moment waits, and
 * then writes it again. After a crash in between the row is back, and what it names may be written anew.
 */
const removeFile = ({ sql, files }: MediaStore, name: string): Promise<boolean> =>
  sql.begin(async (tx) => {
    if (!(await deleteIfUnused(tx, name))) return false
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
