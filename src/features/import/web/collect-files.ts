import type { ChosenFile } from './readers/read-files.ts'

/** More files than that are not looked for in a folder. */
const MAX_FOUND = 5_000

/** Lists the files that were chosen, with their paths if they are from a folder. */
export const listChosenFiles = (files: FileList): ChosenFile[] =>
  [...files].map((file) => ({ path: file.webkitRelativePath || file.name, blob: file }))

/** Lists the files that were dropped, also those in dropped folders. Must be called before the event has ended. */
export const listDroppedFiles = (items: DataTransferItemList): Promise<ChosenFile[]> => {
  const entries = [...items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null)
  return listEntries(entries)
}

const listEntries = async (entries: readonly FileSystemEntry[]): Promise<ChosenFile[]> => {
  const found: ChosenFile[] = []
  const waiting = [...entries]
  for (let entry = waiting.shift(); entry && found.length < MAX_FOUND; entry = waiting.shift()) {
    if (isDirectory(entry)) waiting.push(...(await readDirectory(entry)))
    else if (isFile(entry))
      found.push({ path: entry.fullPath.replace(/^\//, ''), blob: await openFile(entry) })
  }
  return found
}

const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile

const openFile = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject))

/** Reads all entries of a folder, which browsers return a hundred at a time. */
const readDirectory = async (directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> => {
  const reader = directory.createReader()
  const found: FileSystemEntry[] = []
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (part.length === 0) return found
    found.push(...part)
  }
}
