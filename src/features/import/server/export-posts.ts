import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pick } from '#core/pick.ts'
import { selectVersionsForExport, type TransferredVersion } from '#features/versions/server/transfer-query.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { writeCompletely } from '#server/write-completely.ts'
import { type PostRecord, postRecordFieldNames } from '../contract.ts'
import { hashPostRecord } from './imported-post.ts'
import { disableTimeouts, type ExportedPostRow, selectPostsForExport } from './store.ts'

const CURSOR_ROWS = 200

/**
 * Writes all of the site's posts in id order, one JSON object per line, and returns the number of posts. The export
 * is a consistent snapshot, and the file appears only when it is complete. Throws an error with a one-line message if
 * the file cannot be written.
 */
export const exportPostsToFile = async (
  sql: Sql,
  path: string,
  { signal, onRows }: { signal: AbortSignal; onRows: (count: number) => void },
): Promise<number> => {
  let count = 0
  const countedLines = async function* (transaction: AnySql) {
    for await (const { posts, text } of exportLines(transaction)) {
      count += posts
      onRows(count)
      yield text
    }
  }
  await writeCompletely(path, async (partial) => {
    const file = await open(partial, 'wx', 0o600)
    await using _ = file
    await sql.begin('isolation level repeatable read read only', async (transaction) => {
      await disableTimeouts(transaction)
      await pipeline(Readable.from(countedLines(transaction)), file.createWriteStream(), { signal })
    })
  })
  return count
}

type ExportedText = { posts: number; text: string }

/**
 * The length, in UTF-16 code units, at which buffered text is written to the file, so that memory use stays
 * constant.
 */
const MAX_TEXT_LENGTH = 4_000_000

async function* exportLines(sql: AnySql): AsyncGenerator<ExportedText> {
  for await (const rows of selectPostsForExport(sql).cursor(CURSOR_ROWS)) {
    let next: ExportedText = { posts: 0, text: '' }
    for (const row of rows) {
      next.posts += 1
      next.text += toJsonLine(toRecord(row))
      if (row.version === 1) continue
      for await (const line of exportVersions(sql, row)) {
        next.text += line
        if (next.text.length < MAX_TEXT_LENGTH) continue
        yield next
        next = { posts: 0, text: '' }
      }
    }
    yield next
  }
}

const VERSIONS_PER_READ = 20

/**
 * Yields one line for each of a post's versions; these lines follow the post's own line. A single line for
 * all versions could become very long.
 */
async function* exportVersions(sql: AnySql, { id, seoSlug }: ExportedPostRow): AsyncGenerator<string> {
  let after = 0
  for (;;) {
    const versions = await selectVersionsForExport(sql, id, after, VERSIONS_PER_READ)
    for (const version of versions) yield toJsonLine(toVersionRecord(seoSlug, version))
    after = versions.at(-1)?.number ?? 0
    if (versions.length < VERSIONS_PER_READ) return
  }
}

const toVersionRecord = (versionOf: string, { promptVersion, ...version }: TransferredVersion) => ({
  versionOf,
  ...version,
  ...(promptVersion === null ? {} : { promptVersion }),
})

/** Some programs, such as Node's readline and Python's splitlines, also end a line at these characters, which JSON may contain as they are. */
const LINE_SEPARATORS = /[\u0085\u2028\u2029]/g

/** Formats a record as one line of JSON, for every program that reads lines. */
export const toJsonLine = (record: object): string =>
  `${JSON.stringify(record).replace(
    LINE_SEPARATORS,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )}\n`

/** Returns the fields in the contract's order, so that the same post always produces the same bytes. */
const toRecord = (row: ExportedPostRow): PostRecord => {
  const post = {
    ...pick(row, postRecordFieldNames),
    topic: row.topic,
    author: row.author,
    seoSlug: row.seoSlug,
    createdAt: row.createdAt,
    isPrivate: row.isPrivate,
    privateId: row.privateId,
    importedFrom: row.importedFrom,
    ...(row.remixOf === null ? {} : { remixOf: row.remixOf }),
    ...(row.publicVersion === 1 ? {} : { publicVersion: row.publicVersion }),
  }
  // Omits `importedFrom` if it is the key that an import computes from the exported post itself, because the
  // next import computes it again.
  return row.importedFrom === hashPostRecord(post) ? { ...post, importedFrom: null } : post
}
