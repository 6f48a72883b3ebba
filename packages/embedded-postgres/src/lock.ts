import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Locks the directory for this process; returns `null` if another process holds the lock. Uses a kernel file lock,
 * which Node exposes only through SQLite. The kernel releases it when the process exits for any reason, so it can
 * neither become stale nor be held twice.
 */
export const lockDirectory = (folder: string): { release(): void } | null => {
  const file = new DatabaseSync(path.join(folder, 'lock'), { timeout: 0 })
  try {
    // Nothing is ever written to this file, so the journal can be in memory, which avoids leaving a file behind.
    file.exec('pragma journal_mode = memory; begin exclusive')
    return { release: () => file.close() }
  } catch (error) {
    file.close()
    if (isLocked(error)) return null
    throw error
  }
}

const isLocked = (error: unknown) => error instanceof Error && 'errcode' in error && error.errcode === 5
