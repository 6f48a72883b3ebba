import { readFile } from 'node:fs/promises'
import { readMediaName } from '#features/media/contract.ts'
import type { Sql } from '#server/database/connect.ts'
import type { KeptFiles } from '#server/media/kept-files.ts'
import { findOwnProfile, type Section, sections } from './export-query.ts'

type Parts = { sql: Sql; files: KeptFiles; userId: number }

/** Everything of one member as pieces of one JSON text; holds a page of rows and one file at a time. */
export async function* exportAccount({ sql, files, userId }: Parts): AsyncGenerator<string> {
  const profile = await findOwnProfile(sql, userId)
  yield `{"profile":${JSON.stringify(profile && { ...profile, avatar: await embed(files, profile.avatar) })}`
  for (const section of sections) {
    yield `,\n${JSON.stringify(section.name)}:[`
    yield* writeSection(section, { sql, files, userId })
    yield ']'
  }
  yield '}\n'
}

async function* writeSection({ list }: Section, { sql, files, userId }: Parts): AsyncGenerator<string> {
  let after = 0
  for (let rows = await list(sql, userId, after); rows.length > 0; rows = await list(sql, userId, after)) {
    for (const { exampleFiles, ...row } of rows) {
      yield `${after === 0 ? '' : ','}\n${JSON.stringify(row)}`.slice(
        0,
        Array.isArray(exampleFiles) ? -1 : undefined,
      )
      if (Array.isArray(exampleFiles)) yield* writeFiles(files, exampleFiles)
      after = row.id
    }
  }
}

/** Finishes the row's object, one file after the other. */
async function* writeFiles(kept: KeptFiles, files: readonly unknown[]): AsyncGenerator<string> {
  yield ',"exampleFiles":['
  for (const [at, file] of files.entries())
    yield (at === 0 ? '' : ',') + JSON.stringify(await embed(kept, String(file)))
  yield ']}'
}

const TYPES: Record<string, string> = {
  ...{ png: 'image/png', jpg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp', avif: 'image/avif' },
  ...{ mp4: 'video/mp4', webm: 'video/webm', mov: 'video/quicktime' },
}

/** A stored file as the data string it once was; anything else as it is. */
const embed = async (files: KeptFiles, address: string | null): Promise<string | null> => {
  const media = address === null ? null : readMediaName(address)
  if (address === null || !media) return address
  const name = address.replace('/media/', '')
  const file = await files.find(name)
  const bytes = file && (await readFile(file).catch(() => null))
  return bytes ? `data:${TYPES[media.extension]};base64,${bytes.toString('base64')}` : address
}
