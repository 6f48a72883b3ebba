import { formatMediaName } from '#core/media-name.ts'
import { paths } from '#core/paths.ts'
import type { Sql } from '#server/database/connect.ts'
import type { FileStore } from '#server/media/file-store.ts'
import type { PreparedFile } from '#server/media/media-types.ts'
import type { MediaBudget } from './media-budget.ts'
import { registerMediaFile } from './media-query.ts'

export type MediaStore = {
  sql: Sql
  files: FileStore
  /** The upload limits. Undefined in operator commands, which have no upload limits. */
  budget?: MediaBudget
}

/** Stores a sanitized file under its content hash, records that the member uploaded it, and returns its URL. */
export const storeSanitizedFile = async (
  { sql, files }: MediaStore,
  userId: number,
  { path, hash, width, height }: PreparedFile,
  extension: string,
): Promise<string> => {
  const name = formatMediaName({ hash, width, height, extension })
  await registerMediaFile(sql, name, userId)
  await files.moveIn(name, path)
  return paths.media(name)
}
