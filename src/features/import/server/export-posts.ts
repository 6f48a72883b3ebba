import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pick } from '#core/pick.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { classifyDatabaseError } from '#server/database/errors.ts'
import { type PostRecord, recordFieldNames } from '../contract.ts'
import { hashRecord } from './imported-post.ts'
import { disableTimeouts, listForExport } from './store.ts'

const CURSOR_ROWS = 200

/**
 * Writes all of the site's posts in id order, one JSON object per line, and returns how many there are. The
 * export is a consistent snapshot, and the file appears only when it is complete. Throws an error with a
 * one-line message if the file cannot be written.
 */
export const exportFile = async (
  sql: Sql,
  path: string,
  { signal, onRows }: { signal: AbortSignal; onRows: (count: number) => void },
): Promise<number> => {
  if ((await stat(path).catch(() => null))?.isDirectory()) throw new Error(`${path} is a folder`)
  const partialPath = `${path}.${process.pid}.part`
  const file = await open(partialPath, 'w').catch((error: unknown) => {
    throw unwritable(path, error)
  })
  let count = 0
  const countedLines = async function* (transaction: AnySql) {
    for await (const lines of exportLines(transaction)) {
      count += lines.length
      onRows(count)
      yield lines.join('')
    }
  }
  try {
    await sql.begin('isolation level repeatable read read only', async (transaction) => {
      await disableTimeouts(transaction)
      await pipeline(Readable.from(countedLines(transaction)), file.createWriteStream(), { signal })
    })
    await rename(partialPath, path)
  } catch (error) {
    await file.close()
    await rm(partialPath, { force: true })
    throw unwritable(path, error)
  }
  return count
}

/** Turns a file system error into a human-readable message and returns other errors unchanged. */
const unwritable = (path: string, error: unknown): unknown => {
  // Errors from writing to a database socket have the same `syscall`.
  if (classifyDatabaseError(error)) return error
  const { code, syscall } = error as NodeJS.ErrnoException
  if (!['open', 'write', 'fsync', 'close', 'rename'].includes(syscall ?? '') || !code) return error
  return new Error(
    code === 'ENOENT' ? `Folder not found: ${dirname(path)}` : `Cannot write ${path}: ${code}`,
    { cause: error },
  )
}

async function* exportLines(sql: AnySql): AsyncGenerator<string[]> {
  for await (const rows of listForExport(sql).cursor(CURSOR_ROWS)) {
    yield rows.map((row) => `${JSON.stringify(toRecord(row))}\n`)
  }
}

/** Returns the fields in the contract's order, so that the same post always produces the same bytes. */
const toRecord = (row: PostRecord): PostRecord => {
  const post = {
    ...pick(row, recordFieldNames),
    topic: row.topic,
    author: row.author,
    seoSlug: row.seoSlug,
    createdAt: row.createdAt,
    isPrivate: row.isPrivate,
    privateId: row.privateId,
    importedFrom: row.importedFrom,
  }
  // Omits the key that an import computes from the exported post itself; the next import computes it again.
  return row.importedFrom === hashRecord(post) ? { ...post, importedFrom: null } : post
}
