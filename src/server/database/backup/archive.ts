import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract, type Pack } from 'tar-stream'
import { z } from 'zod'
import type { FileStore } from '../../media/file-store.ts'

/** The version of the archive format; archives with an unknown version are rejected. */
export const ARCHIVE_FORMAT_VERSION = 1
export const MANIFEST_NAME = 'manifest.json'

const contentsSchema = z.object({ bytes: z.number(), sha256: z.string() })

const manifestSchema = z.object({
  formatVersion: z.literal(ARCHIVE_FORMAT_VERSION),
  createdAt: z.string(),
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })),
  tables: z.array(
    contentsSchema.extend({ name: z.string(), columns: z.array(z.string()), rows: z.number() }),
  ),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
  files: z.array(contentsSchema.extend({ name: z.string() })),
  /** Files that were deleted during the backup, together with the rows that referred to them. */
  missingFiles: z.array(z.string()),
})

export type BackupManifest = z.infer<typeof manifestSchema>

export type BackupOptions = {
  databaseUrl: string
  files: Pick<FileStore, 'read'>
  path: string
  signal: AbortSignal
  onProgress?: (text: string) => void
}

export class BackupError extends Error {
  override name = 'BackupError'
}

/** Adds an entry to an archive that is being written. */
export const addEntry = (archive: Pack, name: string, data: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    const entry = archive.entry({ name, mode: 0o600 }, data, (error) => (error ? reject(error) : resolve()))
    // If the archive cannot be written, for example because the disk is full, its open entry emits the error as well.
    // An error without a listener would end the process.
    entry.on('error', reject)
  })

type ArchiveEntry = { name: string; data: AsyncIterable<Buffer> }

/** Reads the archive's entries in order. The consumer must read each entry's data to its end. */
export const readArchive = async (
  path: string,
  onEntry: (entry: ArchiveEntry) => Promise<void>,
  signal: AbortSignal,
): Promise<void> => {
  const entries = extract()
  const reading = pipeline(createReadStream(path), createGunzip(), entries, { signal })
  // If the pipeline fails, it destroys `entries` with the error, so the loop below throws that error.
  reading.catch(() => {})
  for await (const entry of entries) {
    await onEntry({ name: entry.header.name, data: entry as AsyncIterable<Buffer> })
  }
  await reading
}

/**
 * Returns the table that an archive entry belongs to, or null. A table's data is split into entries named
 * `tables/NAME/NUMBER`, because a tar entry's size must be known before its data is written.
 */
export const getEntryTable = (entryName: string): string | null =>
  /^tables\/([^/]+)\/\d+$/.exec(entryName)?.[1] ?? null

/**
 * Reads the whole archive and compares every checksum with the manifest, which is the last entry. Throws a
 * `BackupError` if the archive is truncated, damaged or of an unknown format.
 */
export const verifyArchive = async (path: string, signal: AbortSignal): Promise<BackupManifest> => {
  const sums = new Map<string, { hash: ReturnType<typeof createHash>; bytes: number }>()
  let manifestText: string | null = null
  const damaged = (reason: string) =>
    new BackupError(`The archive ${path} is incomplete or damaged: ${reason}.`)
  await readArchive(
    path,
    async ({ name, data }) => {
      if (name === MANIFEST_NAME) {
        const chunks: Buffer[] = []
        for await (const chunk of data) chunks.push(chunk)
        manifestText = Buffer.concat(chunks).toString('utf8')
        return
      }
      const table = getEntryTable(name)
      const key = table ? `tables/${table}` : name
      const sum = sums.get(key) ?? { hash: createHash('sha256'), bytes: 0 }
      sums.set(key, sum)
      for await (const chunk of data) {
        sum.hash.update(chunk)
        sum.bytes += chunk.length
      }
    },
    signal,
  ).catch((error: unknown) => {
    if (signal.aborted || (error as NodeJS.ErrnoException).code === 'ENOENT') throw error
    throw damaged(error instanceof Error ? error.message : String(error))
  })
  if (manifestText === null) throw damaged('it has no manifest')
  const parsed = manifestSchema.safeParse(JSON.parse(manifestText))
  if (!parsed.success)
    throw new BackupError(`The format of the archive ${path} is not known to this version.`)
  const manifest = parsed.data
  const expected = [
    ...manifest.tables.map((table) => ({ ...table, key: `tables/${table.name}` })),
    ...manifest.files.map((file) => ({ ...file, key: `files/${file.name}` })),
  ]
  const emptyHash = createHash('sha256').digest('hex')
  for (const { key, bytes, sha256 } of expected) {
    const sum = sums.get(key)
    sums.delete(key)
    const actual = sum ? sum.hash.digest('hex') : emptyHash
    if ((sum?.bytes ?? 0) !== bytes || actual !== sha256)
      throw damaged(`the checksum of ${key} does not match`)
  }
  for (const key of sums.keys()) throw damaged(`the manifest does not list ${key}`)
  return manifest
}
