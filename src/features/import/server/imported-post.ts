import { createHash } from 'node:crypto'
import type { PostRecord } from '../contract.ts'

/** A row that was read, or what is wrong with it; `line` is where it begins in the file. */
export type Read<T> = { line: number; value: T } | { line: number; problem: string }

/** A post on its way in, whichever file it comes from. */
export type ImportedPost = Omit<PostRecord, 'author' | 'importedFrom'> & {
  /** SHA-256 of the row in hexadecimal: a row already there is skipped. */
  key: string
  /** A contributor is known by name and gets a username; an exported author is known by username. */
  author: { kind: 'contributor' | 'username'; name: string }
  /** Exported posts keep their identity, so they are recognised by more than the key. */
  isExported: boolean
}

export const rowKey = (...parts: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex')

/** Of a post that comes with no key of its own. */
export const recordKey = ({ author, importedFrom: _, ...post }: PostRecord): string =>
  rowKey('post', post, author)
