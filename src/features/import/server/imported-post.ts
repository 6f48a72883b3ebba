import { createHash } from 'node:crypto'
import type { TransferredVersion } from '#features/versions/server/transfer-query.ts'
import { omitDefaultFields, type PostRecord } from '../contract.ts'

/**
 * The result of reading a row: its value, or a description of the problem if the row is invalid. `line` is
 * the line on which the row begins.
 */
export type ReadResult<T> = { line: number; value: T } | { line: number; problem: string }

/** A post to import, from either file format. */
export type ImportedPost = Omit<PostRecord, 'author' | 'importedFrom'> & {
  /** The SHA-256 of the row in hexadecimal. A row that has already been imported is skipped. */
  key: string
  /**
   * The post's author. A contributor is identified by name and gets a username; an exported author is identified by
   * username.
   */
  author: { kind: 'contributor' | 'username'; name: string }
  /**
   * True if the post comes from an export of this site. The importer also recognizes such a post by its slug and
   * creation time, or by its private link.
   */
  isExported: boolean
  /** The versions of an edited post, oldest first. */
  versions: TransferredVersion[]
}

export const hashImportedRow = (...parts: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex')

/** Computes the key of an exported post that has no `importedFrom`. */
export const hashPostRecord = ({
  author,
  importedFrom: _,
  remixOf: __,
  publicVersion: ___,
  ...post
}: PostRecord): string => hashImportedRow('post', omitDefaultFields(post), author)
