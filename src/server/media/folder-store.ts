import { readdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { FileStore } from './file-store.ts'
import { fileExists, getStoragePath, moveToFolder, PARTIAL_SUFFIX, writeAtomically } from './storage-path.ts'
import { createStoreGuard, TRANSFER_TIMEOUT_MS, unavailable } from './store-guard.ts'
import { createFolderPieceStore } from './upload-piece-store.ts'

/** Stores files in the folder `media` of the data directory. */
export const createFolderStore = (dataDir: string): FileStore => {
  const root = path.join(dataDir, 'media')
  const pathOf = (name: string) => path.join(root, getStoragePath(name))
  const guard = createStoreGuard('folder')
  return {
    dataDir,
    write: (name, bytes) => guard(TRANSFER_TIMEOUT_MS, () => writeAtomically(dataDir, 'media', name, bytes)),
    moveIn: (name, file) => guard(TRANSFER_TIMEOUT_MS, () => moveToFolder(dataDir, 'media', name, file)),
    find: async (name) => ((await fileExists(pathOf(name))) ? pathOf(name) : null),
    read: (name) => readFile(pathOf(name)).catch(() => null),
    remove: (name) =>
      rm(pathOf(name), { force: true }).catch((error: unknown) => {
        throw unavailable(error)
      }),
    pieces: createFolderPieceStore(dataDir),
    list: () => listFolder(root),
    evictStale: () => removePartialFiles(root),
  }
}

const DAY_MS = 24 * 3_600_000

/** Lists the names of the files one directory at a time, because there may be hundreds of thousands. */
async function* listFolder(root: string): AsyncGenerator<string[]> {
  for (const directory of await readdir(root).catch(() => []))
    yield await readdir(path.join(root, directory)).catch(() => [])
}

/** Removes the temporary files of writes that a crash interrupted at least a day ago. */
const removePartialFiles = async (root: string): Promise<void> => {
  for await (const names of listFolder(root))
    for (const name of names.filter((candidate) => candidate.endsWith(PARTIAL_SUFFIX))) {
      const file = path.join(root, getStoragePath(name))
      const stats = await stat(file).catch(() => null)
      if (stats && Date.now() - stats.mtimeMs > DAY_MS) await rm(file, { force: true })
    }
}
