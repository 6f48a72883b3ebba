import { paths } from '#core/paths.ts'
import { writeMediaName } from '#features/media/contract.ts'
import type { Sql } from '#server/database/connect.ts'
import { contentHash } from '#server/media/content-hash.ts'
import type { KeptFiles } from '#server/media/kept-files.ts'
import type { Drawn } from '#server/media/picture.ts'
import type { MediaBudget } from './media-budget.ts'
import { registerFile } from './media-query.ts'

export type MediaStore = {
  sql: Sql
  files: KeptFiles
  /** Absent in operator commands, where uploads are not limited. */
  budget?: MediaBudget
}

/** Stores sanitized bytes under their content hash, records the member as uploader and returns the URL. */
export const keepFile = async (
  { sql, files }: MediaStore,
  userId: number,
  { bytes, width, height }: Drawn,
  extension: string,
): Promise<string> => {
  const hash = contentHash(bytes)
  const name = writeMediaName({ hash, width, height, extension })
  await registerFile(sql, name, userId)
  await files.write(name, bytes)
  return paths.media(name)
}
