import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { CliError } from './cli-error.ts'
import { deletePromptFile, isSafePath, writePromptFile } from './folder.ts'
import { fieldNames, type PromptFields, parsePromptFile } from './prompt-file.ts'
import { writeAtomically } from './write-atomically.ts'

export const LOCK_FILE = 'prompts.lock.json'

/** The state of a post that the command line has seen. */
export type SeenPost = { version: number; revision: number; visibility: 'private' | 'public'; topic?: string }

/** A file and its post, as they were when both were last alike. */
export type LockEntry = SeenPost & {
  file: string
  /** Of what the file said. */
  digest: string
  /** What the site has, if the file and the post have been changed in different ways since. */
  conflict?: SeenPost
}

/** A post that is being created. With the same key, the site creates it once. */
type Pending = { key: string; digest: string }

export type Lock = {
  site: string
  account: string
  prompts: Record<number, LockEntry>
  pending: Record<string, Pending>
}

const FORMAT = 1

/** Returns the digest of what a prompt file says, however it is written. */
export const digestOf = (fields: PromptFields): string => {
  const values = fieldNames.map((name) => fields[name] ?? null)
  return `sha256-${createHash('sha256').update(JSON.stringify(values)).digest('base64url')}`
}

const isEntry = (entry: Partial<LockEntry>): boolean =>
  isSafePath(entry.file) && Number.isInteger(entry.revision) && typeof entry.digest === 'string'

/** Reads the lock file of a folder. Returns null if there is none. Throws for one that cannot be used. */
export const readLock = (root: string): Lock | null => {
  const file = path.join(root, LOCK_FILE)
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  try {
    const { lockVersion, site, account, prompts, pending = {} } = JSON.parse(text)
    const isValid =
      lockVersion === FORMAT &&
      typeof account === 'string' &&
      new URL(site).origin === site &&
      Object.entries(prompts as Lock['prompts']).every(
        ([id, entry]) => /^[1-9]\d*$/.test(id) && isEntry(entry),
      )
    if (isValid) return { site, account, prompts, pending }
  } catch {
    // The text is no JSON, for example because a merge has left its markers.
  }
  throw new CliError(
    `${file} cannot be read.`,
    undefined,
    /^(<{7}|>{7})/m.test(text)
      ? 'It has the markers of a merge. Choose one of its sides, and run `prompt-collection pull`.'
      : 'Restore it from your version control. Without it, files are recognized by their content only.',
  )
}

export const writeLock = (root: string, lock: Lock): void => {
  const { site, account, prompts, pending } = lock
  const isPending = Object.keys(pending).length > 0
  const stored = { lockVersion: FORMAT, site, account, prompts, ...(isPending && { pending }) }
  writeAtomically(path.join(root, LOCK_FILE), `${JSON.stringify(stored, null, 2)}\n`)
}

/** The texts that files had when they were last like their posts. Comparing three sides needs them. */
export const BASE_FOLDER = '.prompt-collection'

const baseFile = (id: number) => `${BASE_FOLDER}/${id}.md`

export const writeBase = (root: string, id: number, text: string): void =>
  writePromptFile(root, baseFile(id), text)

export const deleteBase = (root: string, id: number): void => deletePromptFile(root, baseFile(id))

/** Returns what a file said when it was last like its post; null if that is not known, for example in a fresh clone. */
export const readBase = (root: string, id: number, digest: string): PromptFields | null => {
  try {
    const fields = parsePromptFile(readFileSync(path.join(root, baseFile(id)), 'utf8'))?.fields ?? null
    return fields && digestOf(fields) === digest ? fields : null
  } catch {
    return null
  }
}
