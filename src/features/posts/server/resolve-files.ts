import { badRequest, type Failure } from '#core/failure.ts'
import { messages, nameOfAddress } from '#features/media/contract.ts'
import { keepFile, type MediaStore } from '#features/media/server/keep-file.ts'
import { touchOwnFiles } from '#features/media/server/media-query.ts'
import { type CleanFile, cleanExample } from '#features/media/server/store-example.ts'
import type { AnySql } from '#server/database/connect.ts'

/**
 * Stores new files and keeps the URLs of existing ones, in order and without duplicates. Validates every file
 * before it stores the first. Throws 400 for a URL of another site, before anything is decoded.
 */
export const storeNewFiles = async (
  media: MediaStore,
  userId: number,
  files: readonly string[],
): Promise<string[]> => {
  const foreignIndex = files.findIndex((file) => !isNew(file) && nameOfAddress(file) === null)
  if (foreignIndex !== -1) throw notYours(foreignIndex)
  const clean: (string | CleanFile)[] = []
  for (const [index, file] of files.entries())
    clean.push(isNew(file) ? await cleanExample(media, userId, file, `exampleFiles.${index}`) : file)
  const urls: string[] = []
  for (const file of clean)
    urls.push(typeof file === 'string' ? file : await keepFile(media, userId, file, file.kind))
  return [...new Set(urls)]
}

const isNew = (file: string): boolean => /^data:/i.test(file)

/**
 * Runs in the transaction that writes the post. Every file must be in the post already (`present`) or have
 * been uploaded by this member; throws 400 otherwise.
 */
export const takeUpFiles = async (
  tx: AnySql,
  userId: number,
  urls: readonly string[],
  present: readonly string[],
): Promise<void> => {
  const others = urls.filter((url) => !present.includes(url))
  const names = others.flatMap((url) => nameOfAddress(url) ?? [])
  const own = new Set(await touchOwnFiles(tx, userId, names))
  const foreign = others.find((url) => !own.has(nameOfAddress(url) ?? ''))
  if (foreign !== undefined) throw notYours(urls.indexOf(foreign))
}

const notYours = (index: number): Failure =>
  badRequest(messages.notYours, [{ path: `exampleFiles.${index}`, message: messages.notYours }])
