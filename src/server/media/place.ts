import { randomBytes } from 'node:crypto'
import { open, rename, stat } from 'node:fs/promises'
import path from 'node:path'
import { makeFolder } from '#server/make-folder.ts'

/** Folders under DATA_DIR: `media` is kept for ever, `made` can be made again, `fetched` is copied from a bucket. */
export type MediaFolder = 'media' | 'made' | 'fetched'

/** `aa/aabb….webp`: a folder never holds more than a 256th of the files. */
export const placeOf = (name: string): string => `${name.slice(0, 2)}/${name}`

/**
 * Writes a file whole or not at all: a temporary file, flushed to disk, then renamed. Only this user of the machine may read it. A file already there stays
 * as it is, since a name says its content.
 */
export const writeWhole = async (
  dataDir: string,
  folder: MediaFolder,
  name: string,
  bytes: Uint8Array,
): Promise<void> => {
  const target = path.join(dataDir, folder, placeOf(name))
  if (await hasFile(target)) return
  await makeFolder(path.dirname(target))
  const temporary = `${target}.${randomBytes(6).toString('hex')}.part`
  const file = await open(temporary, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(temporary, target)
}

export const hasFile = (file: string): Promise<boolean> =>
  stat(file).then(
    (found) => found.isFile(),
    () => false,
  )
