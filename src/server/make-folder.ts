import { mkdir, stat } from 'node:fs/promises'
import path from 'node:path'

/**
 * Makes a folder and those above it that are missing, readable for this account alone. Throws what the file system
 * says. One step at a time: under /proc and its like, where nothing can be made, the system's own way of making several
 * never ends.
 */
export const makeFolder = async (folder: string): Promise<void> => {
  const missing: string[] = []
  for (let at = path.resolve(folder); !(await isThere(at)); at = path.dirname(at)) missing.unshift(at)
  for (const one of missing) await makeOne(one)
}

const isThere = (folder: string): Promise<boolean> =>
  stat(folder).then(
    () => true,
    (error) => {
      if (['ENOENT', 'ENOTDIR'].includes(error.code)) return false
      throw error
    },
  )

const makeOne = (folder: string): Promise<void> =>
  mkdir(folder, { mode: 0o700 }).catch((error) => {
    // Another may have been first.
    if (error.code !== 'EEXIST') throw error
  })
