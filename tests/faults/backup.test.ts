import { readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { accessTables } from '#app/server/features.ts'
import { verifyCounts } from '#database/verify-counts.ts'
import { verifyArchive } from '#server/database/backup/archive.ts'
import { writeBackup } from '#server/database/backup/backup.ts'
import { type Database, openDatabase } from '#server/database/connect.ts'
import { openEmbeddedDatabase, startEmbeddedDatabase } from '#server/database/embedded.ts'
import { errorLogger } from '#server/log.ts'
import { createFileStore } from '#server/media/create-file-store.ts'
import { seedSession, seedUser } from '../support/builders.ts'
import { fillEmptyTables } from '../support/fill-tables.ts'
import { extractPreviousVersion, previousCommit } from '../support/previous-version.ts'
import { startS3Server } from '../support/s3-server.ts'
import { createTemporaryFolder, startServer } from '../support/server-process.ts'
import { appendTrustReport, FAULT_ROUNDS, measureRecovery } from '../support/trust-report.ts'
import { waitUntil } from '../support/wait-until.ts'
import { startWriters } from '../support/writers.ts'

const run = async (name: string, args: string[], dataDir: string, env: NodeJS.ProcessEnv = {}) => {
  const command = await startServer({ program: `scripts/${name}.ts`, args, dataDir, env })
  return { code: await command.ended, stdout: command.stdout(), stderr: command.stderr() }
}

/** Tables that may be empty in a backup of a running site, with the reason. */
const EMPTY_TABLES: Readonly<Record<string, string>> = {
  search_index_queue: 'a job empties it within seconds',
}

/** The manifest without the time and without the tables in which a restore changes rows. */
const withoutAccess = ({ createdAt: _, ...manifest }: Awaited<ReturnType<typeof verifyArchive>>) => ({
  ...manifest,
  tables: manifest.tables.filter(({ name }) => ![...accessTables, 'authenticator_apps'].includes(name)),
})

it('restores a backup of a running site completely, and rejects damaged archives and full sites', {
  tags: 'full',
}, async () => {
  const source = await createTemporaryFolder('source')
  const target = await createTemporaryFolder('target')
  const folder = path.dirname(source)
  const [first, second, damaged] = ['a', 'b', 'c'].map((name) => path.join(folder, `${name}.tar.gz`)) as [
    string,
    string,
    string,
  ]
  const server = await startServer({ dataDir: source, env: { SEED: 'demo' } })
  const { url } = await openEmbeddedDatabase({ dataDir: source, log: errorLogger })
  const database = openDatabase({ url, max: 1 })
  await fillEmptyTables(database.sql)
  await database.close()
  expect(await run('backup', [first], source)).toMatchObject({ code: 0, stderr: '' })
  expect((await stat(first)).mode & 0o777).toBe(0o600)

  const bytes = await readFile(first)
  await writeFile(damaged, bytes)
  await truncate(damaged, bytes.length - 2_000)
  expect((await run('restore', [damaged], target)).stderr).toMatch(/incomplete or damaged/)
  const changed = Buffer.from(bytes)
  const middle = Math.floor(bytes.length / 2)
  changed[middle] = (changed[middle] ?? 0) ^ 0xff
  await writeFile(damaged, changed)
  expect((await run('restore', [damaged], target)).stderr).toMatch(/incomplete or damaged/)

  expect(await run('restore', [first], target)).toMatchObject({ code: 0, stderr: '' })
  expect(await run('verify-counts', [], target)).toMatchObject({ code: 0 })
  expect(await run('backup', [second], target)).toMatchObject({ code: 0 })
  const { signal } = new AbortController()
  const [before, after] = [await verifyArchive(first, signal), await verifyArchive(second, signal)]
  const empty = before.tables.filter(({ rows }) => rows === 0).map(({ name }) => name)
  expect(empty.filter((name) => !(name in EMPTY_TABLES))).toEqual([])
  expect(before.files.length).toBeGreaterThan(3)
  expect(withoutAccess(after)).toEqual(withoutAccess(before))

  expect((await run('restore', [first], target)).stderr).toMatch(/already has members or posts/)

  const other = await startEmbeddedDatabase({
    dataDir: await createTemporaryFolder('cluster'),
    log: errorLogger,
  })
  onTestFinished(() => other.stop())
  const env = { DATABASE_URL: other.url }
  const folderOfFiles = await createTemporaryFolder('files')
  expect(await run('restore', [first], folderOfFiles, env)).toMatchObject({ code: 0, stderr: '' })
  const third = path.join(folder, 'd.tar.gz')
  expect(await run('backup', [third], folderOfFiles, env)).toMatchObject({ code: 0 })
  expect(withoutAccess(await verifyArchive(third, signal))).toEqual(withoutAccess(before))

  expect(server.child.exitCode).toBe(null)
  const interrupted = new AbortController()
  const backup = writeBackup({
    databaseUrl: url,
    files: createFileStore({ dataDir: source, s3: null }),
    path: path.join(folder, 'interrupted.tar.gz'),
    signal: interrupted.signal,
    onProgress: () => interrupted.abort(),
  })
  await expect(backup).rejects.toThrow()
  expect((await readdir(folder)).filter((name) => name.startsWith('interrupted'))).toEqual([])
})

const NAME = 'one server, backed up and restored'

it('restores a backup that was made while members write with everything acknowledged before it', {
  timeout: 180_000 + FAULT_ROUNDS * 90_000,
}, async () => {
  const source = await createTemporaryFolder('source')
  const server = await startServer({ dataDir: source, env: { RATE_LIMIT_SCALE: '0' } })
  const { url } = await openEmbeddedDatabase({ dataDir: source, log: errorLogger })
  const database = openDatabase({ url, max: 2 })
  const writers = await startWriters(server, database, 8)
  for (let round = 0; round < FAULT_ROUNDS; round += 1) {
    const start = writers.acknowledged()
    await waitUntil(() => writers.acknowledged() > start + 200)
    const before = writers.acknowledged()
    const archive = path.join(path.dirname(source), `busy-${round}.tar.gz`)
    expect(await run('backup', [archive], source)).toMatchObject({ code: 0 })
    // If members had written no data during the backup, the test would prove nothing.
    expect(writers.acknowledged()).toBeGreaterThan(before)
    const target = await createTemporaryFolder('target')
    await measureRecovery(
      NAME,
      'restored from a backup under load',
      async () => expect(await run('restore', [archive], target)).toMatchObject({ code: 0, stderr: '' }),
      60_000,
    )
    const restored = await startEmbeddedDatabase({ dataDir: target, log: errorLogger })
    const copy = openDatabase({ url: restored.url, max: 1 })
    const lost = await writers.listLost(copy, before)
    const wrong = await verifyCounts(copy.sql)
    await copy.close()
    await restored.stop()
    expect([lost, wrong]).toEqual([[], []])
  }
  await writers.stop()
  const kinds = Object.values(writers.countByKind())
  expect(Math.min(...kinds)).toBeGreaterThan(0)
  appendTrustReport({ name: NAME, acknowledged: writers.acknowledged(), lost: 0, wrong: 0 })
  await database.close()
})

const s3 = await startS3Server()

it('moves a site with its files into a bucket and back by backup and restore', {
  tags: 'full',
}, async () => {
  const folder = await createTemporaryFolder('source')
  const bucket = {
    S3_BUCKET: 'moved',
    S3_ENDPOINT: s3.endpoint,
    S3_ACCESS_KEY_ID: 'key-id',
    S3_SECRET_ACCESS_KEY: 'key-secret',
  }
  const archive = (name: string) => path.join(path.dirname(folder), `${name}.tar.gz`)
  const server = await startServer({ dataDir: folder, env: { SEED: 'demo' } })
  expect(await run('backup', [archive('folder')], folder)).toMatchObject({ code: 0, stderr: '' })
  server.child.kill('SIGTERM')
  await server.ended

  const inBucket = await createTemporaryFolder('bucket')
  expect(await run('restore', [archive('folder')], inBucket, bucket)).toMatchObject({ code: 0, stderr: '' })
  expect(await run('verify-counts', [], inBucket, bucket)).toMatchObject({ code: 0 })
  // With the local copies deleted, all files must come from the bucket.
  await rm(path.join(inBucket, 'fetched'), { recursive: true, force: true })
  await rm(path.join(inBucket, 'media'), { recursive: true, force: true })
  expect(await run('backup', [archive('bucket')], inBucket, bucket)).toMatchObject({ code: 0, stderr: '' })

  const again = await createTemporaryFolder('again')
  expect(await run('restore', [archive('bucket')], again)).toMatchObject({ code: 0, stderr: '' })
  expect(await run('backup', [archive('again')], again)).toMatchObject({ code: 0, stderr: '' })

  const { signal } = new AbortController()
  const first = await verifyArchive(archive('folder'), signal)
  expect(first.files.length).toBeGreaterThan(3)
  // The manifest contains the checksums of all rows and files.
  for (const name of ['bucket', 'again'])
    expect(withoutAccess(await verifyArchive(archive(name), signal))).toEqual(withoutAccess(first))
  const stored = createFileStore({ dataDir: again, s3: null })
  for (const { name } of first.files) {
    const file = await stored.find(name)
    const object = [...s3.objects].find(([key]) => key.endsWith(name))?.[1]
    expect(file && object?.equals(await readFile(file))).toBe(true)
  }

  // A backup must fail if the bucket has lost files.
  for (const key of s3.objects.keys()) if (key.includes(first.files[0]?.name ?? '?')) s3.objects.delete(key)
  await rm(path.join(inBucket, 'fetched'), { recursive: true, force: true })
  const incomplete = await run('backup', [archive('incomplete')], inBucket, bucket)
  expect(incomplete).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('missing from the file store'),
  })
})

it.skipIf(!previousCommit)(
  'restores a backup that the previous version made, without the access that it held',
  { tags: 'full' },
  async () => {
    const folder = await createTemporaryFolder('previous')
    const program = extractPreviousVersion(folder)
    const source = await createTemporaryFolder('source')
    const previous = await startServer({ program, dataDir: source, env: { SEED: 'demo' } })
    const { url } = await openEmbeddedDatabase({ dataDir: source, log: errorLogger })
    const database = openDatabase({ url, max: 2 })
    await seedSession(database, await seedUser(database))
    const countPosts = async ({ sql }: Pick<Database, 'sql'>) =>
      (await sql<{ count: number }[]>`select count(*)::integer as count from posts`)[0]?.count
    const posts = await countPosts(database)
    await database.close()

    const archive = path.join(path.dirname(source), 'previous.tar.gz')
    const script = path.join(folder, 'scripts/backup.ts')
    const backup = await startServer({ program: script, args: [archive], dataDir: source })
    expect(await backup.ended).toBe(0)
    previous.child.kill('SIGTERM')
    await previous.ended

    const target = await createTemporaryFolder('target')
    expect(await run('restore', [archive], target)).toMatchObject({ code: 0, stderr: '' })
    const site = await startServer({ dataDir: target })
    expect((await fetch(`${site.url}/popular`)).status).toBe(200)
    const restored = await openEmbeddedDatabase({ dataDir: target, log: errorLogger })
    const copy = openDatabase({ url: restored.url, max: 1 })
    expect(posts).toBeGreaterThan(10)
    expect(await countPosts(copy)).toBe(posts)
    expect(await copy.sql`select from sessions`).toHaveLength(0)
    expect(await verifyCounts(copy.sql)).toEqual([])
    await copy.close()
  },
)
