import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/connect.ts'
import { createFileStore } from '#server/media/create-file-store.ts'
import { seedPost } from '#tests/support/builders.ts'
import { createTestDatabase, provisionTestDatabase } from '#tests/support/database.ts'
import { startS3Server } from '#tests/support/s3-server.ts'
import { verifyArchive } from './archive.ts'
import { backUpIfDue } from './scheduled-backup.ts'

const databaseUrl = await provisionTestDatabase()
const database = await createTestDatabase()
const s3 = await startS3Server()
const dataDir = await mkdtemp(path.join(tmpdir(), 'prompts-backups-'))
afterAll(() => rm(dataDir, { recursive: true }))
const folder = path.join(dataDir, 'backups')
beforeEach(() => rm(folder, { recursive: true, force: true }))

const { signal } = new AbortController()
const backUp = (time: string, env: NodeJS.ProcessEnv = {}) => {
  const config = readConfig({ DATA_DIR: dataDir, BACKUP_EVERY: '12h', BACKUP_KEEP: '2', ...env })
  const context = { config, databaseUrl, files: createFileStore(config), signal }
  return backUpIfDue(context, new Date(`2026-11-${time}Z`))
}

it('backs up when the last backup is old enough, and keeps the newest ones and all other files', async () => {
  await seedPost(database)
  expect(await backUp('01T03:00:00')).toBe('site-2026-11-01T03-00-00Z.tar.gz')
  expect(await backUp('01T14:59:59')).toBeNull()
  await writeFile(path.join(folder, 'notes.txt'), 'mine')
  expect(await backUp('01T15:00:00')).toBe('site-2026-11-01T15-00-00Z.tar.gz')
  expect(await backUp('02T03:00:00')).toBe('site-2026-11-02T03-00-00Z.tar.gz')
  const names = ['notes.txt', 'site-2026-11-01T15-00-00Z.tar.gz', 'site-2026-11-02T03-00-00Z.tar.gz']
  expect((await readdir(folder)).toSorted()).toEqual(names)
  const newest = path.join(folder, 'site-2026-11-02T03-00-00Z.tar.gz')
  expect((await stat(newest)).mode & 0o777).toBe(0o600)
  const manifest = await verifyArchive(newest, signal)
  expect(manifest.tables.find(({ name }) => name === 'posts')).toBeDefined()
})

it('does nothing without BACKUP_EVERY', async () => {
  expect(await backUp('01T03:00:00', { BACKUP_EVERY: '' })).toBeNull()
})

it('keeps backups in a bucket, and leaves nothing on this machine, also if the bucket is away', async () => {
  const env = {
    BACKUP_BUCKET: 'backups',
    S3_ENDPOINT: s3.endpoint,
    S3_ACCESS_KEY_ID: 'key-id',
    S3_SECRET_ACCESS_KEY: 'secret',
    S3_BUCKET: 'files',
  }
  const stored = () => [...s3.objects.keys()]
  await backUp('01T03:00:00', env)
  await backUp('01T15:00:00', env)
  s3.isFailing = true
  await expect(backUp('02T03:00:00', env)).rejects.toThrow()
  s3.isFailing = false
  await backUp('02T03:10:00', env)
  expect(stored()).toEqual([
    'backups/site-2026-11-01T15-00-00Z.tar.gz',
    'backups/site-2026-11-02T03-10-00Z.tar.gz',
  ])
  expect(await readdir(folder)).toEqual([])
  expect(await backUp('02T10:00:00', env)).toBeNull()
})

it('keeps no local copies of the files in a bucket', async () => {
  const env = {
    BACKUP_BUCKET: 'backups',
    S3_ENDPOINT: s3.endpoint,
    S3_ACCESS_KEY_ID: 'key-id',
    S3_SECRET_ACCESS_KEY: 'secret',
    S3_BUCKET: 'files',
  }
  const name = `${'0d'.repeat(32)}-3x4.webp`
  s3.objects.set(`files/0d/${name}`, Buffer.from('in the bucket'))
  const { sql, close } = openDatabase({ url: databaseUrl, max: 1 })
  await sql`insert into media_files (name) values (${name})`
  await backUp('05T03:00:00', env)
  await sql`delete from media_files`
  await close()
  expect(await readdir(path.join(dataDir, 'fetched')).catch(() => [])).toEqual([])
})

const inBucket = {
  BACKUP_BUCKET: 'backups',
  S3_ENDPOINT: s3.endpoint,
  S3_ACCESS_KEY_ID: 'key-id',
  S3_SECRET_ACCESS_KEY: 'secret',
  S3_BUCKET: 'files',
}

it.each([
  ['in a folder', {}],
  ['in a bucket', inBucket],
])('removes what killed backups %s left on this machine, and nothing else', async (_, env) => {
  await mkdir(folder, { recursive: true })
  const others = ['notes.txt', 'site-2026-10-01T03-00-00Z.tar.gz', 'site-mine.tar.gz.part']
  const leftovers = [
    'site-2026-10-01T03-00-00Z.tar.gz.partial-4711',
    'site-2026-10-02T03-00-00Z.tar.gz.upload',
    'site-2026-10-03T03-00-00Z.tar.gz.upload.5e2ab3f4-0000-4000-8000-000000000000.part',
  ]
  for (const name of [...others, ...leftovers]) await writeFile(path.join(folder, name), '')
  await backUp('07T03:00:00', { ...env, BACKUP_KEEP: '9' })
  const created = env === inBucket ? [] : ['site-2026-11-07T03-00-00Z.tar.gz']
  expect((await readdir(folder)).toSorted()).toEqual([...others, ...created].toSorted())
})

/** Backs up a site with one file whose bytes `read` returns. */
const backUpFile = async (time: string, read: (name: string) => Promise<Buffer | null>) => {
  const { sql, close } = openDatabase({ url: databaseUrl, max: 1 })
  await sql`insert into media_files (name) values (${`${'0f'.repeat(32)}-3x4.webp`})`
  const config = readConfig({ DATA_DIR: dataDir, BACKUP_EVERY: '12h' })
  const context = { config, databaseUrl, files: { read } as never, signal }
  return backUpIfDue(context, new Date(`2026-11-${time}Z`)).finally(async () => {
    await sql`delete from media_files`
    await close()
  })
}

it('waits for a bucket that fails for a moment in the middle of a backup', async () => {
  const files = createFileStore(readConfig({ DATA_DIR: dataDir, ...inBucket }))
  let attempts = 0
  const name = await backUpFile('13T03:00:00', async (file) => {
    s3.objects.set(`files/${file.slice(0, 2)}/${file}`, Buffer.from('in the bucket'))
    attempts += 1
    s3.isFailing = attempts === 1
    return files.read(file).finally(() => {
      s3.isFailing = false
    })
  })
  expect(attempts).toBe(2)
  const manifest = await verifyArchive(path.join(folder, name ?? ''), signal)
  expect(manifest.files).toHaveLength(1)
})

it('leaves out an object that is deleted between two requests of a backup', async () => {
  const files = createFileStore(readConfig({ DATA_DIR: dataDir, ...inBucket }))
  const file = `${'0f'.repeat(32)}-3x4.webp`
  s3.objects.set(`files/0f/${file}`, Buffer.from('in the bucket'))
  // The first request asks whether the object exists.
  const get = vi.spyOn(s3.objects, 'get').mockImplementationOnce((key) => {
    const object = Map.prototype.get.call(s3.objects, key)
    s3.objects.delete(key)
    return object
  })
  const name = await backUpFile('14T03:00:00', (requested) => files.read(requested))
  get.mockRestore()
  expect(await verifyArchive(path.join(folder, name ?? ''), signal)).toMatchObject({
    files: [],
    missingFiles: [file],
  })
})

it('stops a backup whose lock is lost, because another server can begin one', async () => {
  const { sql, close } = openDatabase({ url: databaseUrl, max: 1 })
  const backup = backUpFile('15T03:00:00', async () => {
    await sql`
      select pg_terminate_backend(pid, 10000) from pg_locks
      where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`
    expect(await backUp('15T03:00:10')).toBe('site-2026-11-15T03-00-10Z.tar.gz')
    return Buffer.from('read')
  })
  await expect(backup).rejects.toThrow('The connection that holds a lock was lost')
  await close()
  expect(await readdir(folder)).toEqual(['site-2026-11-15T03-00-10Z.tar.gz'])
})

it('makes one backup when two servers start at the same moment, also if they differ by a second', async () => {
  const created = await Promise.all([backUp('09T03:00:00'), backUp('09T03:00:01'), backUp('09T03:00:00')])
  expect(created.filter((name) => name !== null)).toHaveLength(1)
  expect(await readdir(folder)).toHaveLength(1)
})

it('makes a backup after a server has died in the middle of one', async () => {
  const { sql, close } = openDatabase({ url: databaseUrl, max: 1 })
  const files = {
    read: async () => {
      await sql`
        select pg_terminate_backend(pid, 10000) from pg_stat_activity
        where pid in (select pid from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database()))`
      throw new Error('The server dies')
    },
  }
  const name = `${'0e'.repeat(32)}-3x4.webp`
  await sql`insert into media_files (name) values (${name})`
  const config = readConfig({ DATA_DIR: dataDir, BACKUP_EVERY: '12h' })
  const context = { config, databaseUrl, files: files as never, signal }
  await expect(backUpIfDue(context, new Date('2026-11-11T03:00:00Z'))).rejects.toThrow()
  await sql`delete from media_files`
  await close()
  expect(await backUp('11T03:00:10')).toBe('site-2026-11-11T03-00-10Z.tar.gz')
})
