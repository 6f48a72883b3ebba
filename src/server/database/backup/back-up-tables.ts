import { createHash } from 'node:crypto'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Pack } from 'tar-stream'
import { addEntry, type BackupManifest, type BackupOptions } from './archive.ts'
import { listTableColumns, listTables } from './catalogue.ts'

/** COPY's text format escapes newlines in values, so this byte always ends a row. */
const NEWLINE = 10
const CHUNK_BYTES = 4 * 1024 * 1024

/** Writes all rows of all tables into the archive. */
export const backUpTables = async (
  client: pg.Client,
  archive: Pack,
  { signal, onProgress }: BackupOptions,
): Promise<BackupManifest['tables']> => {
  const tables: BackupManifest['tables'] = []
  for (const name of await listTables(client)) {
    onProgress?.(`table ${name}`)
    tables.push(await writeTable(client, archive, name, signal))
  }
  return tables
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
