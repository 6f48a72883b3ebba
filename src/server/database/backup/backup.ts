import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pRetry from 'p-retry'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type Pack, pack } from 'tar-stream'
import { HttpError } from '#core/http-error.ts'
import type { FileStore } from '../../media/file-store.ts'
import { writeCompletely } from '../../write-completely.ts'
import { IS_FILE_REFERENCED } from '../file-references.ts'
import { withLongConnection } from '../long-connection.ts'
import { ARCHIVE_FORMAT_VERSION, BackupError, type BackupManifest, MANIFEST_NAME } from './archive.ts'
import { listSequences, listTableColumns, listTables } from './catalogue.ts'

type Options = {
  databaseUrl: string
  files: Pick<FileStore, 'read'>
  path: string
  signal: AbortSignal
  onProgress?: (text: string) => void
}

/** COPY's text format escapes newlines in values, so this byte always ends a row. */
const NEWLINE = 10
const CHUNK_BYTES = 4 * 1024 * 1024
/** The number of files that are read ahead of the archive. */
const FILES_AT_ONCE = 4
/** The number of file names in one statement. */
const NAMES_AT_ONCE = 1_000

/**
 * Writes the database and the files into one archive while the site is running. All rows come from one snapshot, which
 * ends before the files are copied: its locks would make a migration wait, and everybody else behind the migration. The
 * archive gets its name only when it is complete.
 */
export const writeBackup = (options: Options): Promise<BackupManifest> =>
  writeCompletely(options.path, (partial) => writeArchive(partial, options))

const writeArchive = async (file: string, options: Options): Promise<BackupManifest> => {
  const archive = pack()
  const output = createWriteStream(file, { mode: 0o600, flags: 'wx' })
  const writing = pipeline(archive, createGzip(), output, { signal: options.signal })
  // `writing` is awaited below. Until then, this handler prevents an unhandled rejection.
  writing.catch(() => {})
  try {
    const { fileNames, ...contents } = await withSnapshot(options.databaseUrl, (client) =>
      writeTables(client, archive, options),
    )
    const manifest: BackupManifest = { ...contents, ...(await writeFiles(archive, fileNames, options)) }
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

/**
 * Runs `work` in one snapshot on a dedicated connection without a statement timeout, because copying a table may take
 * minutes.
 */
const withSnapshot = <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withLongConnection(url, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    await client.query('set local statement_timeout = 0')
    await client.query('set local idle_in_transaction_session_timeout = 0')
    // A scan that joins another one already in progress would return the rows in a different order.
    await client.query('set local synchronize_seqscans = off')
    return work(client)
  })

/** Writes all rows, and returns the rest of the manifest with the names of the files that the rows refer to. */
const writeTables = async (client: pg.Client, archive: Pack, options: Options) => {
  const createdAt = new Date().toISOString()
  const { rows: migrations } = await client.query<{ name: string; hash: string }>(
    'select name, hash from schema_migrations order by name',
  )
  const tables: BackupManifest['tables'] = []
  for (const name of await listTables(client)) {
    options.onProgress?.(`table ${name}`)
    tables.push(await writeTable(client, archive, name, options.signal))
  }
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

const listFileNames = async (client: pg.Client): Promise<string[]> => {
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

const writeTable = async (client: pg.Client, archive: Pack, name: string, signal: AbortSignal) => {
  const columns = await listTableColumns(client, name)
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  const stream = client.query(copyTo(`copy public.${pg.escapeIdentifier(name)} (${list}) to stdout`))
  const hash = createHash('sha256')
  let chunks: Buffer[] = []
  let pending = 0
  let bytes = 0
  let part = 0
  // Each part ends at a row boundary, so a restore can load it with a separate COPY statement.
  const flush = async () => {
    signal.throwIfAborted()
    const all = Buffer.concat(chunks)
    const end = all.lastIndexOf(NEWLINE) + 1
    const data = all.subarray(0, end)
    chunks = end < all.length ? [all.subarray(end)] : []
    pending = all.length - end
    if (end === 0) return
    part += 1
    hash.update(data)
    await addEntry(archive, `tables/${name}/${part}`, data)
  }
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    pending += chunk.length
    bytes += chunk.length
    if (pending >= CHUNK_BYTES) await flush()
  }
  if (pending > 0) await flush()
  return { name, columns, rows: stream.rowCount, bytes, sha256: hash.digest('hex') }
}

const writeFiles = async (
  archive: Pack,
  names: string[],
  { files: store, signal, onProgress, ...rest }: Options,
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
const readPatiently = (store: Options['files'], name: string, signal: AbortSignal) =>
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

const addEntry = (archive: Pack, name: string, data: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    const entry = archive.entry({ name, mode: 0o600 }, data, (error) => (error ? reject(error) : resolve()))
    // If the archive cannot be written, for example because the disk is full, its open entry emits the error as well.
    // An error without a listener would end the process.
    entry.on('error', reject)
  })
