import { createHash } from 'node:crypto'
import { paths } from '#core/paths.ts'
import { writeMediaName } from '#features/media/contract.ts'
import type { Sql } from '#server/database/connect.ts'
import { writeWhole } from '#server/media/place.ts'
import type { Cleaned } from './clean-picture.ts'
import { registerFile } from './media-query.ts'

export type MediaStore = { sql: Sql; dataDir: string }

/** Writes cleaned bytes under the name of their content, as brought by this member; answers the address. */
export const keepFile = async (
  { sql, dataDir }: MediaStore,
  userId: number,
  { bytes, width, height }: Cleaned,
  extension: string,
): Promise<string> => {
  const hash = createHash('sha256').update(bytes).digest('hex')
  const name = writeMediaName({ hash, width, height, extension })
  await registerFile(sql, name, userId)
  await writeWhole(dataDir, 'media', name, bytes)
  return paths.media(name)
}
