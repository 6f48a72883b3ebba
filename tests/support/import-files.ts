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
  const { folder, file } = await writeFileInNewFolder(name, content)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return file
}

/** Imports the content as a file and returns the summary. */
export const importText = async (
  sql: Sql,
  content: string | Uint8Array,
  options: Partial<ImportOptions> = {},
) => {
  const { folder, file } = await writeFileInNewFolder('posts.csv', content)
  try {
    return await importFile(sql, file, {
      progress: silentProgressReporter,
      signal: new AbortController().signal,
      ...options,
    })
  } finally {
    await rm(folder, { recursive: true })
  }
}

const writeFileInNewFolder = async (name: string, content: string | Uint8Array) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'import-'))
  const file = path.join(folder, name)
  await writeFile(file, content)
  return { folder, file }
}
