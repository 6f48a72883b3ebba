import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openDatabase } from '#server/database/connect.ts'
import { seedPost } from '#tests/support/builders.ts'
import { provisionTestDatabase } from '#tests/support/database.ts'
import { verifyArchive } from './archive.ts'
import { writeBackup } from './backup.ts'

const databaseUrl = await provisionTestDatabase()
const database = openDatabase({ url: databaseUrl, max: 3 })
const { sql } = database
const folder = mkdtempSync(path.join(tmpdir(), 'prompts-backup-locks-'))
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

it('lets a migration and readers through while files are copied', async () => {
  await seedPost(database)
  await sql`insert into media_files (name) select 'file-' || lpad(n::text, 4, '0') from generate_series(1, 1_200) n`
  const { signal } = new AbortController()
  const archive = path.join(folder, 'site.tar.gz')
  const copying = Promise.withResolvers<void>()
  const migrated = Promise.withResolvers<void>()
  const read = async (name: string) => {
    copying.resolve()
    await migrated.promise
    return Buffer.from(name)
  }
  const backup = writeBackup({ databaseUrl, files: { read }, path: archive, signal })
  await copying.promise
  // Both would wait for the backup's locks, and fail after the lock timeout.
  await sql.begin(async (tx) => {
    await tx`set local lock_timeout = '1s'`
    await tx`alter table posts add column added_meanwhile integer`
  })
  expect(await sql`select id from posts`).toHaveLength(1)
  migrated.resolve()
  const manifest = await backup
  expect(manifest.files).toHaveLength(1_200)
  expect(manifest.tables.find(({ name }) => name === 'posts')).toMatchObject({ rows: 1 })
  expect(await verifyArchive(archive, signal)).toEqual(manifest)
})
