import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type ImportOptions, importFile } from '#features/import/server/import-file.ts'
import type { Sql } from '#server/database/connect.ts'

export const silent = { begin: () => {}, read: () => {}, rows: () => {}, end: () => {} }

export const csvHeader = 'act,prompt,for_devs,type,contributor'

/** Fields as a CSV line, every one in quotes. */
export const csvLine = (...fields: string[]): string =>
  fields.map((field) => `"${field.replaceAll('"', '""')}"`).join(',')

export const temporaryFile = async (name: string, content: string | Uint8Array): Promise<string> => {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'import-')), name)
  await writeFile(file, content)
  return file
}

/** Imports text as a file and answers the summary. */
export const importText = async (
  sql: Sql,
  content: string | Uint8Array,
  options: Partial<ImportOptions> = {},
) =>
  importFile(sql, await temporaryFile('posts.csv', content), {
    progress: silent,
    signal: new AbortController().signal,
    ...options,
  })
