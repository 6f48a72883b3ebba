import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import type { Sql } from '#server/database/connect.ts'
import { type ImportOptions, importFile } from '#use-cases/import-file.ts'

export const silentProgressReporter = {
  startStep: () => {},
  setBytes: () => {},
  setRows: () => {},
  finish: () => {},
}

export const csvHeader = 'act,prompt,for_devs,type,contributor'

/** Formats fields as a CSV line with every field quoted. */
export const formatCsvLine = (...fields: string[]): string =>
  fields.map((field) => `"${field.replaceAll('"', '""')}"`).join(',')

/** Writes a file that is deleted after the test, and returns its path. */
export const writeTemporaryFile = async (name: string, content: string | Uint8Array): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'import-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = path.join(folder, name)
  await writeFile(file, content)
  return file
}

/** Imports the content as a file and returns the summary. */
export const importText = async (
  sql: Sql,
  content: string | Uint8Array,
  options: Partial<ImportOptions> = {},
) =>
  importFile(sql, await writeTemporaryFile('posts.csv', content), {
    progress: silentProgressReporter,
    signal: new AbortController().signal,
    ...options,
  })
