import { mkdirSync, statSync } from 'node:fs'
import path from 'node:path'

/**
 * Makes a folder and those above it that are missing. Throws what the file system says. One step at a time: under
 * /proc and its like, where nothing can be made, the system's own way of making several never ends.
 */
export const makeFolder = (folder: string): void => {
  const missing: string[] = []
  for (let at = path.resolve(folder); !isThere(at); at = path.dirname(at)) missing.unshift(at)
  for (const one of missing) makeOne(one)
}

const isThere = (folder: string): boolean => statSync(folder, { throwIfNoEntry: false }) !== undefined

const makeOne = (folder: string): void => {
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another process may have been first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
