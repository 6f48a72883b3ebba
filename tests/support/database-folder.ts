import { mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { lockDirectory } from '@prompt-collection/embedded-postgres'

/** Linux keeps the files in this folder in memory. Other systems have no such folder. */
const MEMORY = '/dev/shm'
/** Databases of a run take a third of a gigabyte; the rest is for the tests themselves. */
const NEEDED_BYTES = 4 * 1024 ** 3
const PREFIX = 'prompts-test-'
const AN_HOUR = 3_600_000

/**
 * Creates the folder for the databases of a run, in memory if there is enough of it: each test file creates a database of
 * several hundred files and deletes it, which takes a quarter of PostgreSQL's processor time on a disk.
 */
export const createDatabaseFolder = (): string => {
  if (!hasMemory()) return mkdtempSync(path.join(tmpdir(), PREFIX))
  deleteAbandonedFolders(MEMORY)
  return mkdtempSync(path.join(MEMORY, PREFIX))
}

const hasMemory = (): boolean => {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return Math.min(bavail * bsize, process.availableMemory()) >= NEEDED_BYTES
  } catch {
    return false
  }
}

/** Deletes what runs have left that were killed more than an hour ago, because nothing else frees that memory. */
export const deleteAbandonedFolders = (parent: string): void => {
  for (const name of readdirSync(parent))
    if (name.startsWith(PREFIX))
      try {
        deleteIfAbandoned(path.join(parent, name))
      } catch {
        // It belongs to somebody else, or another run is deleting it.
      }
}

const deleteIfAbandoned = (folder: string): void => {
  if (Date.now() - statSync(folder).mtimeMs < AN_HOUR) return
  // Whoever uses the folder has locked it.
  const lock = lockDirectory(folder)
  if (!lock) return
  rmSync(folder, { recursive: true, force: true })
  lock.release()
}
