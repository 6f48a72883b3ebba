import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { type Pack, pack } from 'tar-stream'
import { writeCompletely } from '../../write-completely.ts'
import {
  ARCHIVE_FORMAT_VERSION,
  addEntry,
  type BackupManifest,
  type BackupOptions,
  MANIFEST_NAME,
} from './archive.ts'
import { backUpFiles, listFileNames } from './back-up-files.ts'
import { backUpTables } from './back-up-tables.ts'
import { listSequences } from './catalogue.ts'
import { withSnapshot } from './snapshot.ts'

/**
 * Writes the database and the files into one archive while the site is running. All rows come from one snapshot, which
 * ends before the files are copied: its locks would make a migration wait, and everybody else behind the migration. The
 * archive gets its name only when it is complete.
 */
export const writeBackup = (options: BackupOptions): Promise<BackupManifest> =>
  writeCompletely(options.path, (partial) => writeArchive(partial, options))

const writeArchive = async (file: string, options: BackupOptions): Promise<BackupManifest> => {
  const archive = pack()
  const output = createWriteStream(file, { mode: 0o600, flags: 'wx' })
  const writing = pipeline(archive, createGzip(), output, { signal: options.signal })
  // `writing` is awaited below. Until then, this handler prevents an unhandled rejection.
  writing.catch(() => {})
  try {
    const { fileNames, ...contents } = await withSnapshot(options.databaseUrl, (client) =>
      backUpDatabase(client, archive, options),
    )
    const manifest: BackupManifest = { ...contents, ...(await backUpFiles(archive, fileNames, options)) }
    await addEntry(archive, MANIFEST_NAME, Buffer.from(JSON.stringify(manifest)))
    archive.finalize()
    await writing
    return manifest
  } catch (error) {
    // If the output has failed, the archive has ended, and entries fail for that reason only.
    const first = options.signal.aborted ? options.signal.reason : (output.errored ?? error)
    archive.destroy()
    await writing.catch(() => {})
    throw first
  }
}

/** Writes all rows, and returns the rest of the manifest with the names of the files that the rows refer to. */
const backUpDatabase = async (client: pg.Client, archive: Pack, options: BackupOptions) => {
  const createdAt = new Date().toISOString()
  const { rows: migrations } = await client.query<{ name: string; hash: string }>(
    'select name, hash from schema_migrations order by name',
  )
  const tables = await backUpTables(client, archive, options)
  const sequences = await listSequences(client)
  const fileNames = await listFileNames(client)
  return {
    formatVersion: ARCHIVE_FORMAT_VERSION as typeof ARCHIVE_FORMAT_VERSION,
    createdAt,
    migrations,
    tables,
    sequences,
    fileNames,
  }
}
