import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { HttpError } from '#core/http-error.ts'
import { ensureDirectory } from '../ensure-directory.ts'

const DAY_MS = 24 * 3_600_000

const parentOf = (dataDir: string): string => path.join(dataDir, 'incoming')

/**
 * Runs `work` with a new directory for the files of one request, and deletes the directory afterwards. The
 * directory is on the same disk as the stored files, so its files can be stored by moving them. Throws a 503
 * if the disk is full.
 */
export const withTemporaryDirectory = async <T>(
  dataDir: string,
  work: (directory: string) => Promise<T>,
): Promise<T> => {
  const directory = await createDirectory(dataDir).catch(throwAsUnavailable)
  try {
    return await work(directory)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

const createDirectory = async (dataDir: string): Promise<string> => {
  await ensureDirectory(parentOf(dataDir))
  return mkdtemp(path.join(parentOf(dataDir), 'request-'))
}

/** Throws a 503 for a failed write to a temporary directory, such as when the disk is full. */
export const throwAsUnavailable = (cause: unknown): never => {
  throw new HttpError('files-unavailable', { retryAfter: 5, cause })
}

/** Deletes the temporary directories of requests that were interrupted by a crash. */
export const removeStaleDirectories = async (dataDir: string): Promise<void> => {
  for (const name of await readdir(parentOf(dataDir)).catch(() => [])) {
    const directory = path.join(parentOf(dataDir), name)
    const stats = await stat(directory).catch(() => null)
    if (stats && Date.now() - stats.mtimeMs > DAY_MS) await rm(directory, { recursive: true, force: true })
  }
}
