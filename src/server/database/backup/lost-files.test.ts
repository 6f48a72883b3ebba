import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '#server/database/connect.ts'
import { createFileStore } from '#server/media/create-file-store.ts'
import { seedDraft, seedPost, seedUser, seedVersion } from '#tests/support/builders.ts'
import { provisionTestDatabase } from '#tests/support/database.ts'
import { deleteRows } from '#tests/support/delete-rows.ts'
import { writeBackup } from './backup.ts'

const databaseUrl = await provisionTestDatabase()
const database = openDatabase({ url: databaseUrl, max: 2 })
const { sql } = database
const folder = mkdtempSync(path.join(tmpdir(), 'prompts-lost-files-'))
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

const NAME = 'lost.png'
const exampleFiles = [`/media/${NAME}`]
const emptyStore = createFileStore({ dataDir: folder, s3: null })
const backUp = () =>
  writeBackup({
    databaseUrl,
    files: emptyStore,
    path: path.join(folder, 'site.tar.gz'),
    signal: new AbortController().signal,
  })

beforeEach(async () => {
  await deleteRows(sql, 'users', 'posts', 'drafts', 'media_files')
  await sql`insert into media_files (name) values (${NAME})`
})

const references: Record<string, () => Promise<unknown>> = {
  'a post': () => seedPost(database, { exampleFiles }),
  'an earlier version of a post': async () => {
    const post = await seedPost(database, { exampleFiles })
    await seedVersion(database, post, 1)
    await sql`update posts set example_files = '{}'`
  },
  'a draft': async () => seedDraft(database, await seedUser(database), { exampleFiles }),
  'an earlier version of a draft': async () => {
    await seedDraft(database, await seedUser(database), { exampleFiles })
    await sql`insert into draft_versions (draft_id, fields, saved_at) select id, fields, now() from drafts`
    await sql`update drafts set fields = fields - 'exampleFiles'`
  },
  'a member': async () => {
    const { id } = await seedUser(database)
    await sql`update users set avatar = ${exampleFiles[0]} where id = ${id}`
  },
}

it.each(Object.keys(references))('refuses to back up a site that has lost a file of %s', async (name) => {
  await references[name]?.()
  await expect(backUp()).rejects.toThrow(`1 files are missing from the file store, such as ${NAME}.`)
})

it('backs up a site whose missing file nothing refers to', async () => {
  await seedPost(database)
  expect((await backUp()).missingFiles).toEqual([NAME])
})
