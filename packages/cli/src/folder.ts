import { lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { CliError } from './cli-error.ts'
import { type Origin, type PromptFields, parsePromptFile } from './prompt-file.ts'
import { TEMPORARY_NAME, writeAtomically } from './write-atomically.ts'

/** A prompt file of a folder. `fault` says why it cannot be used. */
export type LocalFile = {
  file: string
  text: string
  fields: PromptFields | null
  origin: Origin | null
  fault?: string
}

/** What the site says about a conflict, beside the file that it concerns. */
export const THEIRS = '.theirs.md'

/** Prompts have at most 200,000 characters, so a larger file is none. */
const MAX_FILE_BYTES = 4_000_000

const SKIPPED_FOLDERS = new Set(['node_modules'])

/** Lists the Markdown files of a folder and its subfolders, with `/` between names. Links and hidden files are left out. */
const listMarkdown = (root: string, below = ''): string[] =>
  readdirSync(path.join(root, below), { withFileTypes: true }).flatMap((entry) => {
    const file = below ? `${below}/${entry.name}` : entry.name
    if (TEMPORARY_NAME.test(entry.name)) rmSync(path.join(root, file), { force: true })
    if (entry.name.startsWith('.')) return []
    if (entry.isDirectory()) return SKIPPED_FOLDERS.has(entry.name) ? [] : listMarkdown(root, file)
    return entry.isFile() && /\.(md|markdown)$/i.test(entry.name) && !entry.name.endsWith(THEIRS)
      ? [file]
      : []
  })

const decode = (bytes: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new CliError('The file is not UTF-8.')
  }
}

export const readPromptFile = (root: string, file: string): LocalFile | null => {
  const name = path.join(root, file)
  if (lstatSync(name).size > MAX_FILE_BYTES) return null
  let text = ''
  try {
    text = decode(readFileSync(name))
    const parsed = parsePromptFile(text)
    return parsed && { file, text, ...parsed }
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    return { file, text, fields: null, origin: null, fault: error.message }
  }
}

export type Scan = { files: LocalFile[]; ignored: string[] }

/** Reads the prompt files of a folder. `ignored` are Markdown files that are no prompts. */
export const scanFolder = (root: string): Scan => {
  const found = listMarkdown(root).sort()
  const read = found.map((file) => ({ file, local: readPromptFile(root, file) }))
  return {
    files: read.flatMap(({ local }) => (local ? [local] : [])),
    ignored: read.flatMap(({ file, local }) => (local ? [] : [file])),
  }
}

/** Names that Windows has for devices, in any folder and with any ending. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d|readme|index|skill)$/

/** Returns the name of a new file, from the title like those of the site. `isTaken` ignores upper and lower case. */
export const chooseFileName = (title: string, id: number, isTaken: (name: string) => boolean): string => {
  const words = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  const slug = (words ?? []).join('-').slice(0, 64).replace(/-+$/, '') || 'prompt'
  const plain = `${slug}.md`
  return slug === 'prompt' || RESERVED.test(slug) || isTaken(plain) ? `${slug}-${id}.md` : plain
}

/** Returns whether a path leads to a Markdown file of the folder. Paths come from a lock file that others may have written. */
export const isSafePath = (file: unknown): file is string =>
  typeof file === 'string' &&
  /\.(md|markdown)$/i.test(file) &&
  !/[\\\0:]/.test(file) &&
  file.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && part !== '.git')

/** Throws if a folder on the way to the file is a link, which could lead out of the folder. */
const requireOwnFolders = (root: string, file: string): void => {
  let folder = root
  for (const part of file.split('/').slice(0, -1)) {
    folder = path.join(folder, part)
    if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink())
      throw new CliError(`${folder} is a link. Files are not written through links.`)
  }
}

export const writePromptFile = (root: string, file: string, text: string): void => {
  requireOwnFolders(root, file)
  writeAtomically(path.join(root, file), text)
}

export const deletePromptFile = (root: string, file: string): void => {
  requireOwnFolders(root, file)
  rmSync(path.join(root, file), { force: true })
}

/** Returns whether a file still has the text that was read. Somebody may edit it while the command runs. */
export const isUnchanged = (root: string, { file, text }: Pick<LocalFile, 'file' | 'text'>): boolean => {
  try {
    return readFileSync(path.join(root, file), 'utf8') === text
  } catch {
    return false
  }
}

export const toTheirsName = (file: string): string => file.replace(/\.[^.]+$/, THEIRS)
