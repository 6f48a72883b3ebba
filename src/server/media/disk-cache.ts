import { readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { HttpError } from '#core/http-error.ts'
import { createSingleFlight } from '#core/single-flight.ts'
import { ensureDirectory } from '../ensure-directory.ts'
import { fileExists, getStoragePath, type MediaFolder, writeAtomically } from './storage-path.ts'

/**
 * A disk cache of files that can be made or fetched again at any time. Limited by size and age.
 */
export type DiskCache = {
  /** Returns the file's path if the file exists, and records that it was used. */
  find(name: string): Promise<string | null>
  /** Returns the file's contents if the file exists. This does not count as a use. */
  read(name: string): Promise<Buffer | null>
  /**
   * Stores the file and returns its path. Throws a 503 if the file cannot be stored, for example because the disk is
   * full.
   */
  write(name: string, bytes: Uint8Array): Promise<string>
  remove(name: string): Promise<void>
  /**
   * Removes files that have not been used for the maximum age, and the least recently used ones if the cache is nearly as
   * large as its limit.
   */
  sweep(): Promise<void>
}

type Options = {
  dataDir: string
  folder: Exclude<MediaFolder, 'media'>
  maxBytes: number
  maxAgeMs: number
  /** The number of processes that write to the same folder. Together they keep the size limit between two sweeps. */
  writers: number
  /**
   * Writes a file in its place and does not wait until it is on the disk, which saves two thirds of the processor time. A file
   * can be incomplete while it is written and after a power failure, so readers have to check what they read.
   */
  isUnsafe?: boolean
}

const DAY_MS = 24 * 3_600_000
/** A sweep shrinks the cache to this fraction of the limit. Until the next one, the processes write the rest together. */
const TARGET_SHARE = 0.8

type CachedFile = { file: string; bytes: number; usedAt: number }

export const createDiskCache = ({
  dataDir,
  folder,
  maxBytes,
  maxAgeMs,
  writers,
  isUnsafe = false,
}: Options): DiskCache => {
  const root = path.join(dataDir, folder)
  const pathOf = (name: string) => path.join(root, getStoragePath(name))
  let writtenBytes = 0
  const share = createSingleFlight<void>()

  /** Runs one sweep at a time; concurrent callers wait for the same one. */
  const sweep = () =>
    share('sweep', () => {
      writtenBytes = 0
      return removeUnused(root, maxBytes * TARGET_SHARE, maxAgeMs)
    })

  return {
    find: async (name) => {
      const file = pathOf(name)
      if (!(await fileExists(file))) return null
      await markUsed(file)
      return file
    },
    read: (name) => readFile(pathOf(name)).catch(() => null),
    write: async (name, bytes) => {
      const written = isUnsafe
        ? writeUnsafely(pathOf(name), bytes)
        : writeAtomically(dataDir, folder, name, bytes)
      await written.catch((error: unknown) => {
        throw new HttpError('files-unavailable', { retryAfter: 5, cause: error })
      })
      writtenBytes += bytes.length
      if (writtenBytes + bytes.length > (maxBytes * (1 - TARGET_SHARE)) / writers) await sweep()
      return pathOf(name)
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    sweep,
  }
}

const writeUnsafely = async (file: string, bytes: Uint8Array): Promise<void> => {
  const write = () => writeFile(file, bytes, { mode: 0o600 })
  await write().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    await ensureDirectory(path.dirname(file))
    await write()
  })
}

/** Records the last use in the file's modification time, with a precision of one day. */
const markUsed = async (file: string): Promise<void> => {
  const stats = await stat(file).catch(() => null)
  if (stats && Date.now() - stats.mtimeMs > DAY_MS) await utimes(file, new Date(), new Date()).catch(() => {})
}

const removeUnused = async (root: string, maxBytes: number, maxAgeMs: number): Promise<void> => {
  const files: CachedFile[] = []
  for (const name of await readdir(root, { recursive: true }).catch(() => [])) {
    const file = path.join(root, name)
    const stats = await stat(file).catch(() => null)
    if (stats?.isFile()) files.push({ file, bytes: stats.size, usedAt: stats.mtimeMs })
  }
  files.sort((one, other) => other.usedAt - one.usedAt)
  let retainedBytes = 0
  for (const { file, bytes, usedAt } of files) {
    retainedBytes += bytes
    if (retainedBytes > maxBytes || Date.now() - usedAt > maxAgeMs) await rm(file, { force: true })
  }
}
