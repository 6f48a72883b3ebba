import { randomBytes } from 'node:crypto'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { ensureDirectory } from '../ensure-directory.ts'

/**
 * Directories under DATA_DIR: `media` is permanent, `made` can be regenerated, `fetched` holds copies from a
 * bucket, `pages` rendered pages.
 */
export type MediaFolder = 'media' | 'made' | 'fetched' | 'pages'

/** The end of the name of a file that is being written. */
export const PARTIAL_SUFFIX = '.part'

/** Returns a path such as `aa/aabb….webp`, which spreads the files over 256 directories. */
export const getStoragePath = (name: string): string => `${name.slice(0, 2)}/${name}`

/**
 * Writes a file atomically: writes a temporary file, flushes it to disk and renames it. Only this user account can read
 * the file. Names are content hashes, so an existing file is left unchanged.
 */
export const writeAtomically = async (
  dataDir: string,
  folder: MediaFolder,
  name: string,
  bytes: Uint8Array,
): Promise<void> => {
  const target = path.join(dataDir, folder, getStoragePath(name))
  if (await fileExists(target)) return
  await ensureDirectory(path.dirname(target))
  const temporary = `${target}.${randomBytes(6).toString('hex')}${PARTIAL_SUFFIX}`
  try {
    await writeAndFlush(temporary, bytes)
    await rename(temporary, target)
  } catch (error) {
    // On a full disk, a partial file would occupy space that the next file needs.
    await rm(temporary, { force: true })
    throw error
  }
}

/** Writes a new file that only this user account can read, and flushes it to disk. */
export const writeAndFlush = async (path: string, bytes: Uint8Array): Promise<void> => {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/**
 * Moves a file that is already flushed into its folder, unless a file with that name exists. Copies the file if the
 * folder is on another disk.
 */
export const moveToFolder = async (
  dataDir: string,
  folder: MediaFolder,
  name: string,
  file: string,
): Promise<void> => {
  const target = path.join(dataDir, folder, getStoragePath(name))
  if (await fileExists(target)) return
  await ensureDirectory(path.dirname(target))
  try {
    await rename(file, target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    await writeAtomically(dataDir, folder, name, await readFile(file))
  }
}

export const fileExists = (file: string): Promise<boolean> =>
  stat(file).then(
    (stats) => stats.isFile(),
    () => false,
  )
