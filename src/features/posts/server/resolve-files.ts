import { badRequest, type Failure } from '#core/failure.ts'
import { messages, nameOfAddress } from '#features/media/contract.ts'
import type { MediaStore } from '#features/media/server/keep-file.ts'
import { touchOwnFiles } from '#features/media/server/media-query.ts'
import { storeExample } from '#features/media/server/store-example.ts'
import type { AnySql } from '#server/database/connect.ts'

/**
 * Stores new files and passes on the addresses of kept ones, in order, each once. Throws 400 for an address that is
 * none of this site, before anything is decoded.
 */
export const storeNewFiles = async (
  media: MediaStore,
  userId: number,
  files: readonly string[],
): Promise<string[]> => {
  const stray = files.findIndex((file) => !isNew(file) && nameOfAddress(file) === null)
  if (stray !== -1) throw notYours(stray)
  const addresses: string[] = []
  for (const [at, file] of files.entries())
    addresses.push(isNew(file) ? await storeExample(media, userId, file, `exampleFiles.${at}`) : file)
  return [...new Set(addresses)]
}

const isNew = (file: string): boolean => /^data:/i.test(file)

/**
 * In the transaction that writes the post: every file must stand in the post already (`present`) or be one that this
 * member brought. Throws 400 otherwise.
 */
export const takeUpFiles = async (
  tx: AnySql,
  userId: number,
  addresses: readonly string[],
  present: readonly string[],
): Promise<void> => {
  const others = addresses.filter((address) => !present.includes(address))
  const names = others.flatMap((address) => nameOfAddress(address) ?? [])
  const own = new Set(await touchOwnFiles(tx, userId, names))
  const foreign = others.find((address) => !own.has(nameOfAddress(address) ?? ''))
  if (foreign !== undefined) throw notYours(addresses.indexOf(foreign))
}

const notYours = (at: number): Failure =>
  badRequest(messages.notYours, [{ path: `exampleFiles.${at}`, message: messages.notYours }])
