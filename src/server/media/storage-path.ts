import { randomBytes } from 'node:crypto'
import { open, rename, stat } from 'node:fs/promises'
import path from 'node:path'
import { ensureDirectory } from '../ensure-directory.ts'

/**
 * Directories under DATA_DIR: `media` is permanent, `made` can be regenerated, `fetched` holds copies from a
 * bucket.
 */
export type MediaFolder = 'media' | 'made' | 'fetched'

/** `aa/aabb….webp`: spreads the files over 256 directories. */
export const storagePath = (name: string): string => `${name.slice(0, 2)}/${name}`

/**
 * Writes a file atomically: writes a temporary file, flushes it to disk and renames it. Only this account can
 * read the file. Names are content hashes, so an existing file is left unchanged.
 */
export const writeAtomically = async (
  dataDir: string,
  folder: MediaFolder,
  name: string,
  bytes: Uint8Array,
): Promise<void> => {
  const target = path.join(dataDir, folder, storagePath(name))
  if (await fileExists(target)) return
  await ensureDirectory(path.dirname(target))
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

export const fileExists = (file: string): Promise<boolean> =>
  stat(file).then(
    (stats) => stats.isFile(),
    () => false,
  )
