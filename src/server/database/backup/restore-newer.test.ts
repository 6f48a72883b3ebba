import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, inject, it, onTestFinished } from 'vitest'
import { openDatabase } from '#server/database/connect.ts'
import { createFileStore } from '#server/media/create-file-store.ts'
import { projectRoot } from '#server/project-root.ts'
import { provisionTestDatabase } from '#tests/support/database.ts'
import { withDatabaseName } from '#tests/support/global-setup.ts'
import { writeBackup } from './backup.ts'

const sourceUrl = await provisionTestDatabase()

it('refuses an archive of a newer version before it touches the database', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'prompts-newer-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const source = openDatabase({ url: sourceUrl, max: 1 })
  onTestFinished(source.close)
  await source.sql`insert into schema_migrations (name, hash) values ('9999-from-the-future.sql', 'hash')`
  const archive = path.join(folder, 'newer.tar.gz')
  const files = createFileStore({ dataDir: folder, s3: null })
  await writeBackup({ databaseUrl: sourceUrl, files, path: archive, signal: new AbortController().signal })

  const { url } = inject('postgres')
  const name = `empty_${process.pid}_${Date.now()}`
  const admin = openDatabase({ url, max: 1 })
  await admin.sql`create database ${admin.sql(name)}`
  const target = openDatabase({ url: withDatabaseName(url, name), max: 1 })
  onTestFinished(async () => {
    await target.close()
    await admin.sql`drop database ${admin.sql(name)} with (force)`
    await admin.close()
  })
  const { status, stderr } = spawnSync(process.execPath, ['scripts/restore.ts', archive], {
    cwd: projectRoot,
    env: { PATH: process.env.PATH, DATABASE_URL: withDatabaseName(url, name), DATA_DIR: folder },
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([
    1,
    'The archive comes from another version of the site. Update the site first.\n',
  ])
  expect(await target.sql`select from pg_tables where schemaname = 'public'`).toHaveLength(0)
})
