import { badRequest, type Failure } from '#core/failure.ts'
import { messages, nameOfAddress } from '#features/media/contract.ts'
import { keepFile, type MediaStore } from '#features/media/server/keep-file.ts'
import { touchOwnFiles } from '#features/media/server/media-query.ts'
import { type CleanFile, cleanExample } from '#features/media/server/store-example.ts'
import type { AnySql } from '#server/database/connect.ts'

/**
 * Stores new files and passes on the addresses of kept ones, in order, each once. Nothing is stored unless every file
 * can be. Throws 400 for an address that is none of this site, before anything is decoded.
 */
export const storeNewFiles = async (
  media: MediaStore,
  userId: number,
  files: readonly string[],
): Promise<string[]> => {
  const stray = files.findIndex((file) => !isNew(file) && nameOfAddress(file) === null)
  if (stray !== -1) throw notYours(stray)
  const clean: (string | CleanFile)[] = []
  for (const [at, file] of files.entries())
    clean.push(isNew(file) ? await cleanExample(media, userId, file, `exampleFiles.${at}`) : file)
  const addresses: string[] = []
  for (const file of clean)
    addresses.push(typeof file === 'string' ? file : await keepFile(media, userId, file, file.kind))
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
