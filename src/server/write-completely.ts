import { randomUUID } from 'node:crypto'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { classifyDatabaseError } from './database/errors.ts'

/** A partial file that nobody has written to for this long belongs to a process that was killed. */
const ABANDONED_MS = 3_600_000

/**
 * Calls `write` with the path of a file to create, flushes that file, and gives it its final name only when it is
 * complete. Until then it has a random name, because the ids of processes repeat in containers. Also removes the partial
 * files that killed processes have left. If the file cannot be written, throws an error with a one-line message.
 */
export const writeCompletely = async <T>(
  target: string,
  write: (partial: string) => Promise<T>,
): Promise<T> => {
  if ((await stat(target).catch(() => null))?.isDirectory()) throw new Error(`${target} is a folder`)
  await removeAbandoned(target)
  const partial = `${target}.${randomUUID()}.part`
  try {
    const result = await write(partial)
    const handle = await open(partial, 'r+')
    await handle.sync().finally(() => handle.close())
    await rename(partial, target)
    return result
  } catch (error) {
    await rm(partial, { force: true }).catch(() => {})
    throw toWriteError(target, error)
  }
}

const removeAbandoned = async (target: string): Promise<void> => {
  const folder = path.dirname(target)
  const prefix = `${path.basename(target)}.`
  for (const name of await readdir(folder).catch(() => [])) {
    // Earlier versions named partial files after the process.
    if (
      !name.startsWith(prefix) ||
      !/^([\da-f-]{36}\.part|\d+\.part|partial-\d+)$/.test(name.slice(prefix.length))
    )
      continue
    const file = path.join(folder, name)
    const stats = await stat(file).catch(() => null)
    if (stats && Date.now() - stats.mtimeMs > ABANDONED_MS) await rm(file, { force: true }).catch(() => {})
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of this user account is used up',
  EACCES: 'this user account has no permission',
  EPERM: 'this user account has no permission',
  EROFS: 'the disk is read-only',
  EIO: 'the disk has failed',
  EFBIG: 'the file is too large for the disk',
  ENOTDIR: 'the path contains a file where a folder is expected',
}

/** Says in a few words why a file could not be written; null if the error does not come from the file system. */
export const describeWriteError = (error: unknown): string | null => {
  // Database errors come first, because a failed write to the database's socket also has the `syscall` "write".
  if (classifyDatabaseError(error)) return null
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code, syscall } = current as NodeJS.ErrnoException
    if (code && WRITING_CALLS.includes(syscall ?? '')) return reasons[code] ?? code
  }
  return null
}

const WRITING_CALLS = ['open', 'write', 'writev', 'fsync', 'close', 'rename', 'mkdir', 'copyfile']

/** Turns a file system error into one with a human-readable message, and returns other errors unchanged. */
const toWriteError = (target: string, error: unknown): unknown => {
  const reason = describeWriteError(error)
  if (!reason) return error
  return new Error(
    (error as NodeJS.ErrnoException).code === 'ENOENT'
      ? `Folder not found: ${path.dirname(target)}`
      : `Cannot write ${target}: ${reason}`,
    { cause: error },
  )
}
