import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** The names of files that a killed process has left behind. */
export const TEMPORARY_NAME = /^\.prompts-[0-9a-f]{12}\.tmp$/

/**
 * Writes a file so that it has either its old or its new content, even if the process is killed. A symbolic link is
 * replaced, not followed.
 */
export const writeAtomically = (file: string, content: string, mode = 0o666): void => {
  const folder = path.dirname(file)
  mkdirSync(folder, { recursive: true, ...(mode === 0o600 && { mode: 0o700 }) })
  const temporary = path.join(folder, `.prompts-${randomBytes(6).toString('hex')}.tmp`)
  try {
    const descriptor = openSync(temporary, 'wx', mode)
    try {
      writeFileSync(descriptor, content)
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    renameSync(temporary, file)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}
