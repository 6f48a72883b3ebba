import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Holds the folder for this process alone; `null` when another process holds it.
 * The lock is the kernel's own on an open file, which Node reaches only through SQLite: it ends with the process,
 * however that dies, so it can neither go stale nor be taken by two.
 */
export const lockFolder = (folder: string): { release(): void } | null => {
  const file = new DatabaseSync(path.join(folder, 'lock'), { timeout: 0 })
  try {
    // Nothing is ever written, so no journal need lie about.
    file.exec('pragma journal_mode = memory; begin exclusive')
    return { release: () => file.close() }
  } catch (error) {
    file.close()
    if (isLocked(error)) return null
    throw error
  }
}

const isLocked = (error: unknown) => error instanceof Error && 'errcode' in error && error.errcode === 5
