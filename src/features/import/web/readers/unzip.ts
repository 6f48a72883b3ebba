import { BlobReader, configure, type Entry, ZipReader } from '@zip.js/zip.js'
import { importTexts } from '../texts.ts'

/** What an archive may contain. Everything in it counts, also what is no prompt. */
const MAX_ENTRIES = 2_000
const MAX_UNPACKED_BYTES = 250_000_000

export class UnreadableArchiveError extends Error {
  override name = 'UnreadableArchiveError'
}

export type UnpackedFile = { path: string; read(): Promise<Blob> }

/**
 * Lists the files of an archive. Throws before anything is unpacked if it has links, files outside of itself, or too many
 * or too large files. While a file is read, it cannot become larger than the archive says.
 */
export const unzip = async (archive: Blob): Promise<UnpackedFile[]> => {
  configure({ useWebWorkers: false })
  const entries: Entry[] = []
  try {
    for await (const entry of new ZipReader(new BlobReader(archive)).getEntriesGenerator()) {
      entries.push(entry)
      if (entries.length > MAX_ENTRIES)
        throw new UnreadableArchiveError(importTexts.tooManyEntries(MAX_ENTRIES))
    }
  } catch (error) {
    if (error instanceof UnreadableArchiveError) throw error
    const isUnsafe = error instanceof Error && 'filename' in error
    throw new UnreadableArchiveError(isUnsafe ? importTexts.unsafeNames : importTexts.brokenArchive, {
      cause: error,
    })
  }
  if (entries.some(({ symlink }) => symlink)) throw new UnreadableArchiveError(importTexts.hasLinks)
  if (entries.some(({ encrypted }) => encrypted)) throw new UnreadableArchiveError(importTexts.isEncrypted)
  const bytes = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  if (bytes > MAX_UNPACKED_BYTES) throw new UnreadableArchiveError(importTexts.tooLargeUnpacked)
  return entries.flatMap((entry) =>
    entry.directory ? [] : [{ path: entry.filename, read: () => inflate(entry) }],
  )
}

const inflate = async (entry: Exclude<Entry, { directory: true }>): Promise<Blob> => {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  const writable = new WritableStream<Uint8Array<ArrayBuffer>>({
    write: (chunk) => {
      size += chunk.length
      if (size > entry.uncompressedSize) throw new UnreadableArchiveError(importTexts.brokenArchive)
      chunks.push(chunk)
    },
  })
  try {
    await entry.getData(writable)
  } catch (error) {
    throw new UnreadableArchiveError(importTexts.brokenArchive, { cause: error })
  }
  return new Blob(chunks)
}
