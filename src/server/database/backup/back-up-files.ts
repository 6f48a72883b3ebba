import { createHash } from 'node:crypto'
import pRetry from 'p-retry'
import type pg from 'pg'
import type { Pack } from 'tar-stream'
import { HttpError } from '#core/http-error.ts'
import { IS_FILE_REFERENCED } from '../file-references.ts'
import { addEntry, BackupError, type BackupManifest, type BackupOptions } from './archive.ts'
import { withSnapshot } from './snapshot.ts'

/** The number of files that are read ahead of the archive. */
const FILES_AT_ONCE = 4
/** The number of file names in one statement. */
const NAMES_AT_ONCE = 1_000

/** Lists the names of the files that the rows refer to. */
export const listFileNames = async (client: pg.Client): Promise<string[]> => {
  const names: string[] = []
  for (;;) {
    const { rows } = await client.query<{ name: string }>(
      'select name from media_files where name > $1 order by name limit $2',
      [names.at(-1) ?? '', NAMES_AT_ONCE],
    )
    for (const { name } of rows) names.push(name)
    if (rows.length < NAMES_AT_ONCE) return names
  }
}

/** Writes the files into the archive. Throws if one is missing that is still referenced. */
export const backUpFiles = async (
  archive: Pack,
  names: string[],
  { files: store, signal, onProgress, ...rest }: BackupOptions,
) => {
  const files: BackupManifest['files'] = []
  const missingFiles: string[] = []
  for (let index = 0; index < names.length; index += FILES_AT_ONCE) {
    signal.throwIfAborted()
    onProgress?.(`file ${index + 1} of ${names.length}`)
    const batch = names.slice(index, index + FILES_AT_ONCE)
    const contents = await Promise.all(batch.map((name) => readPatiently(store, name, signal)))
    for (const [position, name] of batch.entries()) {
      const data = contents[position]
      if (!data) missingFiles.push(name)
      else {
        await addEntry(archive, `files/${name}`, data)
        files.push({ name, bytes: data.length, sha256: createHash('sha256').update(data).digest('hex') })
      }
    }
  }
  await rejectLostFiles(rest.databaseUrl, missingFiles)
  return { files, missingFiles }
}

/** With pauses from one second to thirty, this takes two minutes, which an outage of a bucket may last. */
const READ_RETRIES = 7

/**
 * Reads a file, and tries again if the store does not respond, because one slow response of a bucket would otherwise end
 * a backup that has run for hours.
 */
const readPatiently = (store: BackupOptions['files'], name: string, signal: AbortSignal) =>
  pRetry(() => store.read(name), {
    retries: READ_RETRIES,
    maxTimeout: 30_000,
    signal,
    shouldRetry: ({ error }) => error instanceof HttpError && error.code === 'files-unavailable',
  })

/**
 * Throws if any of these missing files is still referenced. An unreferenced file may be missing, because an edit
 * deletes the files it replaces, and an upload registers its file before storing it.
 */
const rejectLostFiles = async (url: string, names: string[]) => {
  const lost: string[] = []
  for (let start = 0; start < names.length; start += NAMES_AT_ONCE)
    lost.push(...(await selectReferenced(url, names.slice(start, start + NAMES_AT_ONCE))))
  if (lost[0])
    throw new BackupError(`${lost.length} files are missing from the file store, such as ${lost[0]}.`)
}

const selectReferenced = (url: string, names: string[]): Promise<string[]> =>
  withSnapshot(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select name from unnest($1::text[]) name where ${IS_FILE_REFERENCED}`,
      [names],
    )
    return rows.map(({ name }) => name)
  })
