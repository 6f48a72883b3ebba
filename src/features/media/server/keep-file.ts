import { createHash } from 'node:crypto'
import { paths } from '#core/paths.ts'
import { writeMediaName } from '#features/media/contract.ts'
import type { Sql } from '#server/database/connect.ts'
import type { KeptFiles } from '#server/media/kept-files.ts'
import type { Cleaned } from './clean-picture.ts'
import { registerFile } from './media-query.ts'

export type MediaStore = { sql: Sql; files: KeptFiles }

/** Writes cleaned bytes under the name of their content, as brought by this member; answers the address. */
export const keepFile = async (
  { sql, files }: MediaStore,
  userId: number,
  { bytes, width, height }: Cleaned,
  extension: string,
): Promise<string> => {
  const hash = createHash('sha256').update(bytes).digest('hex')
  const name = writeMediaName({ hash, width, height, extension })
  await registerFile(sql, name, userId)
  await files.write(name, bytes)
  return paths.media(name)
}
