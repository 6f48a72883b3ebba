import { readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { verifyCounts } from '#database/verify-counts.ts'
import { verifyArchive } from '#server/database/backup/archive.ts'
import { writeBackup } from '#server/database/backup/backup.ts'
import { openDatabase } from '#server/database/connect.ts'
import { openEmbeddedDatabase, startEmbeddedDatabase } from '#server/database/embedded.ts'
import { errorLogger } from '#server/log.ts'
import { openFileStore } from '#server/media/file-store.ts'
import { startServer, temporaryFolder, until } from '../support/server-process.ts'
import { startWriters } from '../support/writers.ts'

const run = async (name: string, args: string[], dataDir: string, env: NodeJS.ProcessEnv = {}) => {
  const command = await startServer({ program: `scripts/${name}.ts`, args, dataDir, env })
  return { code: await command.ended, stdout: command.stdout(), stderr: command.stderr() }
}

it('restores a backup of a running site completely, and rejects damaged archives and full sites', async () => {
  const source = await temporaryFolder('source')
  const target = await temporaryFolder('target')
  const folder = path.dirname(source)
  const [first, second, damaged] = ['a', 'b', 'c'].map((name) => path.join(folder, `${name}.tar.gz`)) as [
    string,
    string,
    string,
  ]
  await startServer({ dataDir: source, env: { SEED: 'demo' } })
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
  expect(before.tables.find((table) => table.name === 'posts')?.rows).toBeGreaterThan(10)
  expect({ ...after, createdAt: before.createdAt }).toEqual(before)

  expect((await run('restore', [first], target)).stderr).toMatch(/already has members or posts/)

  const other = await startEmbeddedDatabase({ dataDir: await temporaryFolder('cluster'), log: errorLogger })
  onTestFinished(() => other.stop())
  const env = { DATABASE_URL: other.url }
  const folderOfFiles = await temporaryFolder('files')
  expect(await run('restore', [first], folderOfFiles, env)).toMatchObject({ code: 0, stderr: '' })
  const third = path.join(folder, 'd.tar.gz')
  expect(await run('backup', [third], folderOfFiles, env)).toMatchObject({ code: 0 })
  expect({ ...(await verifyArchive(third, signal)), createdAt: before.createdAt }).toEqual(before)

  const { url } = await openEmbeddedDatabase({ dataDir: source, log: errorLogger })
  const interrupted = new AbortController()
  const backup = writeBackup({
    databaseUrl: url,
    files: openFileStore({ dataDir: source, s3: null }),
    path: path.join(folder, 'interrupted.tar.gz'),
    signal: interrupted.signal,
    onProgress: () => interrupted.abort(),
  })
  await expect(backup).rejects.toThrow()
  expect((await readdir(folder)).filter((name) => name.startsWith('interrupted'))).toEqual([])
}, 180_000)

it('a backup while members write has everything acknowledged before it, with correct counts', async () => {
  const source = await temporaryFolder('source')
  const target = await temporaryFolder('target')
  const server = await startServer({ dataDir: source, env: { RATE_LIMIT_SCALE: '0' } })
  const { url } = await openEmbeddedDatabase({ dataDir: source, log: errorLogger })
  const database = openDatabase({ url, max: 2 })
  const writers = await startWriters(server, database, 8)
  await until(() => writers.acknowledged() > 100)

  const before = writers.acknowledged()
  const archive = path.join(path.dirname(source), 'busy.tar.gz')
  expect(await run('backup', [archive], source)).toMatchObject({ code: 0 })
  expect(writers.acknowledged()).toBeGreaterThan(before)
  await writers.stop()
  await database.close()

  expect(await run('restore', [archive], target)).toMatchObject({ code: 0, stderr: '' })
  const restored = await startEmbeddedDatabase({ dataDir: target, log: errorLogger })
  onTestFinished(() => restored.stop())
  const copy = openDatabase({ url: restored.url, max: 1 })
  expect(await writers.listLost(copy, before)).toEqual([])
  expect(await verifyCounts(copy.sql)).toEqual([])
  await copy.close()
}, 120_000)
