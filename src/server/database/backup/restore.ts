import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { FileStore } from '../../media/file-store.ts'
import { withLongConnection } from '../long-connection.ts'
import { readMigrations } from '../migrate.ts'
import { BackupError, type BackupManifest, getEntryTable, readArchive } from './archive.ts'
import { listForeignKeys, listTables } from './catalogue.ts'

type Options = {
  databaseUrl: string
  files: Pick<FileStore, 'write'>
  path: string
  manifest: BackupManifest
  /** The tables whose rows are not restored, because they would let people in whose access has ended since. */
  accessTables: readonly string[]
  signal: AbortSignal
  onProgress?: (text: string) => void
}

/**
 * Loads a verified archive into an empty site whose schema has exactly the archive's migrations. All rows are loaded in
 * one transaction, so an interrupted restore leaves the database empty. Files stored before the interruption do no
 * harm, because their names are content hashes. A restore revives data, not access.
 */
export const restoreBackup = ({ databaseUrl, manifest, ...options }: Options): Promise<void> =>
  // Closing the connection rolls back an uncommitted transaction.
  withLongConnection(databaseUrl, async (client) => {
    await client.query('begin')
    await client.query('set local statement_timeout = 0')
    await client.query('set local idle_in_transaction_session_timeout = 0')
    const tables = (await listTables(client)).map((name) => pg.escapeIdentifier(name))
    await client.query(`lock table ${tables.join(', ')} in access exclusive mode`)
    await rejectFullSite(client)
    await requireMigrations(client, manifest)
    // Foreign keys between the tables form cycles, and only a superuser may disable their checks. Re-creating a foreign
    // key checks all of its rows in one pass.
    const foreignKeys = await listForeignKeys(client)
    for (const { drop } of foreignKeys) await client.query(drop)
    await client.query(`truncate ${tables.join(', ')}`)
    for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
    await loadEntries(client, manifest, options)
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
    for (const { create } of foreignKeys) await client.query(create)
    for (const { name, value, isCalled } of manifest.sequences)
      await client.query('select setval($1::regclass, $2::bigint, $3)', [
        pg.escapeIdentifier(name),
        value,
        isCalled,
      ])
    options.signal.throwIfAborted()
    await client.query('commit')
    await client.query('set statement_timeout = 0')
    await client.query('analyze')
  })

const rejectFullSite = async (client: pg.Client) => {
  const { rows } = await client.query<{ isFull: boolean }>(
    `select exists (select from users) or exists (select from posts)
       or exists (select from local_accounts) as "isFull"`,
  )
  if (rows[0]?.isFull)
    throw new BackupError('This site already has members or posts. Restore into an empty database.')
}

const isUnknown = ({ migrations }: BackupManifest, known: readonly { name: string; hash: string }[]) => {
  const hashes = new Map(known.map(({ name, hash }) => [name, hash]))
  return migrations.some(({ name, hash }) => hashes.get(name) !== hash)
}

/** Throws if the archive has migrations that this version of the site does not know. Does not read the database. */
export const requireKnownMigrations = async (manifest: BackupManifest): Promise<void> => {
  if (isUnknown(manifest, await readMigrations())) throw otherVersion()
}

const otherVersion = () =>
  new BackupError('The archive comes from another version of the site. Update the site first.')

const requireMigrations = async (client: pg.Client, manifest: BackupManifest) => {
  const { rows } = await client.query<{ name: string; hash: string }>(
    'select name, hash from schema_migrations order by name',
  )
  if (isUnknown(manifest, rows)) throw otherVersion()
  if (rows.length > manifest.migrations.length)
    throw new BackupError('The database is newer than the archive. Restore into a database without tables.')
}

const loadEntries = async (
  client: pg.Client,
  manifest: BackupManifest,
  { path, files, accessTables, signal, onProgress }: Omit<Options, 'databaseUrl' | 'manifest'>,
) => {
  const columnsOf = new Map(manifest.tables.map(({ name, columns }) => [name, columns]))
  await readArchive(
    path,
    async ({ name, data }) => {
      onProgress?.(name)
      const table = getEntryTable(name)
      if (table && accessTables.includes(table)) return
      if (table) {
        const part = await readAll(data)
        await copyPart(client, table, columnsOf.get(table) ?? [], part)
      } else {
        const bytes = await readAll(data)
        if (name.startsWith('files/')) await files.write(name.slice('files/'.length), bytes)
      }
    },
    signal,
  )
}

const readAll = async (data: AsyncIterable<Buffer>) => {
  const chunks: Buffer[] = []
  for await (const chunk of data) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const copyPart = async (client: pg.Client, table: string, columns: string[], part: Buffer) => {
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  const stream = client.query(copyFrom(`copy public.${pg.escapeIdentifier(table)} (${list}) from stdin`))
  await pipeline([part], stream)
}
