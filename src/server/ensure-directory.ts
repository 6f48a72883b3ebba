import { mkdir, stat } from 'node:fs/promises'
import path from 'node:path'

/**
 * Creates a directory and its missing parents, accessible only to this user account. Rejects with the file
 * system's error. Creates one level at a time because `mkdir` with `recursive` never settles under /proc and
 * similar file systems in which no directory can be created.
 */
export const ensureDirectory = async (folder: string): Promise<void> => {
  const missing: string[] = []
  for (let current = path.resolve(folder); !(await exists(current)); current = path.dirname(current))
    missing.unshift(current)
  for (const directory of missing) await createDirectory(directory)
}

const exists = (folder: string): Promise<boolean> =>
  stat(folder).then(
    () => true,
    (error) => {
      if (['ENOENT', 'ENOTDIR'].includes(error.code)) return false
      throw error
    },
  )

const createDirectory = (folder: string): Promise<void> =>
  mkdir(folder, { mode: 0o700 }).catch((error) => {
    // Another process may have created the directory in the meantime.
    if (error.code !== 'EEXIST') throw error
  })
