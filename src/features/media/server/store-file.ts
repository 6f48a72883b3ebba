import { hash } from 'node:crypto'
import { formatMediaName } from '#core/media-name.ts'
import { paths } from '#core/paths.ts'
import type { Sql } from '#server/database/connect.ts'
import type { FileStore } from '#server/media/file-store.ts'
import type { EncodedFile } from '#server/media/media-types.ts'
import type { MediaBudget } from './media-budget.ts'
import { registerFile } from './media-query.ts'

/** The name of a stored file: the SHA-256 of its bytes as 64 hexadecimal digits. */
const contentHash = (bytes: Uint8Array): string => hash('sha256', bytes)

export type MediaStore = {
  sql: Sql
  files: FileStore
  /** Absent in operator commands, where uploads are not limited. */
  budget?: MediaBudget
}

/** Stores sanitized bytes under their content hash, records the member as uploader and returns the URL. */
export const storeFile = async (
  { sql, files }: MediaStore,
  userId: number,
  { bytes, width, height }: EncodedFile,
  extension: string,
): Promise<string> => {
  const hash = contentHash(bytes)
  const name = formatMediaName({ hash, width, height, extension })
  await registerFile(sql, name, userId)
  await files.write(name, bytes)
  return paths.media(name)
}
