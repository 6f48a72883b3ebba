import { createInvalidFieldError, type HttpError } from '#core/http-error.ts'
import { getMediaName } from '#core/media-name.ts'
import { mediaMessages } from '#features/media/contract-messages.ts'
import { claimUploadedFiles } from '#features/media/server/media-query.ts'
import { type SanitizedFile, sanitizeDataString } from '#features/media/server/store-example-file.ts'
import { type MediaStore, storeSanitizedFile } from '#features/media/server/store-file.ts'
import type { AnySql } from '#server/database/connect.ts'
import { withTemporaryDirectory } from '#server/media/temporary-directory.ts'

/**
 * Stores new files and returns the URLs of all files, in order and without duplicates. Validates every file
 * before storing the first. Before decoding anything, throws 400 if a URL belongs to another site.
 */
export const storeNewFiles = async (
  media: MediaStore,
  userId: number,
  files: readonly string[],
): Promise<string[]> => {
  const foreignIndex = files.findIndex((file) => !isNew(file) && getMediaName(file) === null)
  if (foreignIndex !== -1) throw notYours(foreignIndex)
  if (!files.some(isNew)) return [...new Set(files)]
  return withTemporaryDirectory(media.files.dataDir, async (directory) => {
    const clean: (string | SanitizedFile)[] = []
    for (const [index, file] of files.entries()) {
      const destination = { directory, field: `exampleFiles.${index}` }
      clean.push(isNew(file) ? await sanitizeDataString(media, userId, file, destination) : file)
    }
    const urls: string[] = []
    for (const file of clean)
      urls.push(typeof file === 'string' ? file : await storeSanitizedFile(media, userId, file, file.kind))
    return [...new Set(urls)]
  })
}

const isNew = (file: string): boolean => /^data:/i.test(file)

/**
 * Checks the files in the transaction that writes the post. Throws 400 unless every file is already in the post
 * (`present`) or was uploaded by this member.
 */
export const claimExampleFiles = async (
  tx: AnySql,
  userId: number,
  urls: readonly string[],
  present: readonly string[],
): Promise<void> => {
  const others = urls.filter((url) => !present.includes(url))
  const names = others.flatMap((url) => getMediaName(url) ?? [])
  const own = new Set(await claimUploadedFiles(tx, userId, names))
  const foreign = others.find((url) => !own.has(getMediaName(url) ?? ''))
  if (foreign !== undefined) throw notYours(urls.indexOf(foreign))
}

const notYours = (index: number): HttpError =>
  createInvalidFieldError(`exampleFiles.${index}`, mediaMessages.notUploadedByYou)
