import { readFile } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { parseMediaName } from '#core/media-name.ts'
import { selectOwnProfile } from '#features/members/server/profile-query.ts'
import type { Sql } from '#server/database/connect.ts'
import type { ExportSection } from '#server/database/export-section.ts'
import type { FileStore } from '#server/media/file-store.ts'

type ExportOptions = { sql: Sql; files: FileStore; userId: number }

/**
 * Streams all of a member's data as one JSON document. Holds only one page of rows and one file in memory at a time.
 */
export async function* exportAccount(
  sections: readonly ExportSection[],
  { sql, files, userId }: ExportOptions,
): AsyncGenerator<string> {
  const profile = await selectOwnProfile(sql, userId)
  yield `{"profile":${JSON.stringify(profile && { ...profile, avatar: await embed(files, profile.avatar) })}`
  for (const section of sections) {
    yield `,\n${JSON.stringify(section.name)}:[`
    yield* writeSection(section, { sql, files, userId })
    yield ']'
  }
  yield '}\n'
}

/** After so many characters, other requests get their turn, because the stream reads on without a pause. */
const CHARACTERS_PER_TURN = 500_000

async function* writeSection(
  { list }: ExportSection,
  { sql, files, userId }: ExportOptions,
): AsyncGenerator<string> {
  let after = 0
  let characters = 0
  for (let rows = await list(sql, userId, after); rows.length > 0; rows = await list(sql, userId, after)) {
    for (const { exampleFiles, ...row } of rows) {
      const text = `${after === 0 ? '' : ','}\n${JSON.stringify(row)}`
      characters += text.length
      yield Array.isArray(exampleFiles) ? text.slice(0, -1) : text
      if (characters > CHARACTERS_PER_TURN) {
        characters = 0
        await setImmediate()
      }
      if (Array.isArray(exampleFiles)) yield* writeFiles(files, exampleFiles)
      after = row.id
    }
  }
}

/** Completes the row's JSON object by writing its example files one at a time. */
async function* writeFiles(files: FileStore, urls: readonly unknown[]): AsyncGenerator<string> {
  yield ',"exampleFiles":['
  for (const [index, url] of urls.entries())
    yield (index === 0 ? '' : ',') + JSON.stringify(await embed(files, String(url)))
  yield ']}'
}

const MEDIA_TYPES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
}

/** Returns the file behind a media URL as a data URL. Returns any other string unchanged. */
const embed = async (files: FileStore, url: string | null): Promise<string | null> => {
  const media = url === null ? null : parseMediaName(url)
  if (url === null || !media) return url
  const name = url.replace('/media/', '')
  const file = await files.find(name)
  const bytes = file && (await readFile(file).catch(() => null))
  return bytes ? `data:${MEDIA_TYPES[media.extension]};base64,${bytes.toString('base64')}` : url
}
