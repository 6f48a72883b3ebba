import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { databaseMeaning } from '#server/database/errors.ts'
import type { PostRecord } from '../contract.ts'
import { recordKey } from './imported-post.ts'
import { allowLongWork, listForExport } from './store.ts'

const AT_A_TIME = 200

/**
 * Writes every post of the site, oldest id first, one JSON object a line, and answers how many.
 * The file appears when it is complete; one state of the site is written, whatever changes meanwhile.
 * Throws one line for the person at the command line where it cannot be written.
 */
export const exportFile = async (
  sql: Sql,
  path: string,
  { signal, onRows }: { signal: AbortSignal; onRows: (count: number) => void },
): Promise<number> => {
  if ((await stat(path).catch(() => null))?.isDirectory()) throw new Error(`${path} is a folder`)
  const unfinished = `${path}.${process.pid}.part`
  const file = await open(unfinished, 'w').catch((error: unknown) => {
    throw unwritable(path, error)
  })
  let count = 0
  const counted = async function* (transaction: AnySql) {
    for await (const lines of exportLines(transaction)) {
      count += lines.length
      onRows(count)
      yield lines.join('')
    }
  }
  try {
    await sql.begin('isolation level repeatable read read only', async (transaction) => {
      await allowLongWork(transaction)
      await pipeline(Readable.from(counted(transaction)), file.createWriteStream(), { signal })
    })
    await rename(unfinished, path)
  } catch (error) {
    await file.close()
    await rm(unfinished, { force: true })
    throw unwritable(path, error)
  }
  return count
}

/** What the file system says, for people; everything else stays as it is. */
const unwritable = (path: string, error: unknown): unknown => {
  // Sockets to the database are written as well.
  if (databaseMeaning(error)) return error
  const { code, syscall } = error as NodeJS.ErrnoException
  if (!['open', 'write', 'fsync', 'close', 'rename'].includes(syscall ?? '') || !code) return error
  return new Error(
    code === 'ENOENT' ? `There is no folder ${dirname(path)}` : `Cannot write ${path}: ${code}`,
    { cause: error },
  )
}

async function* exportLines(sql: AnySql): AsyncGenerator<string[]> {
  for await (const rows of listForExport(sql).cursor(AT_A_TIME)) {
    yield rows.map((row) => `${JSON.stringify(record(row))}\n`)
  }
}

/** The fields in the contract's order: the same post always gives the same bytes. */
const record = (row: Omit<PostRecord, 'createdAt'> & { createdAt: Date }): PostRecord => {
  const post = {
    title: row.title,
    prompt: row.prompt,
    description: row.description,
    type: row.type,
    models: row.models,
    exampleFiles: row.exampleFiles,
    topic: row.topic,
    author: row.author,
    seoSlug: row.seoSlug,
    createdAt: row.createdAt.toISOString(),
    isPrivate: row.isPrivate,
    privateId: row.privateId,
    importedFrom: row.importedFrom,
  }
  // The key that the import of an export makes for itself: it is made again.
  return row.importedFrom === recordKey(post) ? { ...post, importedFrom: null } : post
}
