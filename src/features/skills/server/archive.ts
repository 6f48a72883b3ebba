import { downloadZip } from 'client-zip'

export type ArchiveFile = { path: string; content: string }

/** The first day of the format, in local time, as which the format stores times. */
const NEVER = new Date(1980, 0, 1)

/**
 * Writes a ZIP of files, uncompressed and with a fixed date, so that the same files are always the same bytes. Digests of
 * released skills depend on them: a test knows one.
 */
export const writeArchive = async (files: readonly ArchiveFile[]): Promise<Buffer> => {
  const entries = files.map(({ path, content }) => ({ name: path, input: content, lastModified: NEVER }))
  return Buffer.from(await downloadZip(entries).arrayBuffer())
}
