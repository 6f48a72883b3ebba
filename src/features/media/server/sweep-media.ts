import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { readMediaName, thumbnailWidths } from '#features/media/contract.ts'
import { placeOf } from '#server/media/place.ts'
import type { MediaStore } from './keep-file.ts'
import { adoptFiles, deleteIfUnused, listUnused } from './media-query.ts'

const BATCH = 200

/** Removes files that no post, no avatar and no upload of the last day uses. Answers how many. */
export const sweepMedia = async ({ sql, dataDir }: MediaStore): Promise<number> => {
  await adoptStored({ sql, dataDir })
  let removed = 0
  let after = ''
  for (;;) {
    const names = await listUnused(sql, after, BATCH)
    for (const name of names) if (await removeFile({ sql, dataDir }, name)) removed += 1
    after = names.at(-1) ?? ''
    if (names.length < BATCH) return removed
  }
}

/**
 * The row goes first and stays locked until the file is gone too: who uploads the same file at this moment waits, and
 * then writes it again. After a crash in between the row is back, and what it names may be written anew.
 */
const removeFile = ({ sql, dataDir }: MediaStore, name: string): Promise<boolean> =>
  sql.begin(async (tx) => {
    if (!(await deleteIfUnused(tx, name))) return false
    await rm(path.join(dataDir, 'media', placeOf(name)), { force: true })
    const hash = readMediaName(name)?.hash
    for (const width of thumbnailWidths)
      await rm(path.join(dataDir, 'made', placeOf(`${hash}-${width}.webp`)), { force: true })
    return true
  })

const adoptStored = async ({ sql, dataDir }: MediaStore): Promise<void> => {
  const root = path.join(dataDir, 'media')
  const folders = await readdir(root).catch(() => [])
  for (const folder of folders) {
    const names = (await readdir(path.join(root, folder)).catch(() => [])).filter((name) =>
      readMediaName(name),
    )
    if (names.length > 0) await adoptFiles(sql, names)
  }
}
