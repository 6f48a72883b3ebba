import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { type Database, openDatabase } from '#server/database/connect.ts'
import { openEmbeddedDatabase, startEmbeddedDatabase } from '#server/database/embedded.ts'
import { migrate } from '#server/database/migrate.ts'
import { errorLogger } from '#server/log.ts'
import { seedSession, seedUser } from '../support/builders.ts'
import { filterRunningPids, findPostmaster, listDescendants } from '../support/processes.ts'
import { createTestImage, toDataUrl } from '../support/samples.ts'
import {
  createTemporaryFolder,
  fetchHealthStatus,
  type ServerProcess,
  startServer,
} from '../support/server-process.ts'

it('a second server on the same folder exits with a one-line reason', { tags: 'full' }, async () => {
  const dataDir = await createTemporaryFolder()
  const first = await startServer({ dataDir })
  const second = await startServer({ dataDir })
  expect(await second.ended).toBe(1)
  expect(second.stderr()).toMatch(/^[^\n]* is in use by another server \(process \d+\)[^\n]*\n$/)
  expect(second.stdout()).toBe('')
  expect(await fetchHealthStatus(first)).toBe(200)
})

it('two servers that start at the same time do not corrupt the folder', { tags: 'full' }, async () => {
  const dataDir = await createTemporaryFolder()
  const servers = await Promise.all([startServer({ dataDir }), startServer({ dataDir })])
  const ready = servers.filter((server) => server.stdout().includes('ready'))
  expect(ready).toHaveLength(1)
  expect(await Promise.all(ready.map(fetchHealthStatus))).toEqual([200])
})

it.each(['with some spaces', `${'long/'.repeat(30)}data`, `quote"s, commas/data`])(
  'accepts a folder called %s',
  { tags: 'full' },
  async (name) => {
    const dataDir = await createTemporaryFolder(name)
    const server = await startServer({ dataDir })
    expect(server.stderr()).toBe('')
    expect(await fetchHealthStatus(server)).toBe(200)
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(readdirSync(dataDir).toSorted()).toEqual(['lock', 'postgres', 'postgres-password', 'postgres.log'])
    expect(statSync(path.join(dataDir, 'postgres-password')).mode & 0o777).toBe(0o600)
  },
)

it("as root, serves a folder that PostgreSQL's account cannot enter, also after a restart", {
  tags: 'full',
}, async () => {
  const dataDir = await createTemporaryFolder('data', 'closed')
  for (const _time of [1, 2]) {
    const server = await startServer({ dataDir })
    expect(server.stderr()).toBe('')
    expect(await fetchHealthStatus(server)).toBe(200)
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  }
})

it.runIf(process.getuid?.() === 0)(
  'as root, serves a copied folder that is owned by root',
  { tags: 'full' },
  async () => {
    const dataDir = await createTemporaryFolder()
    const first = await startServer({ dataDir })
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    // This is the state after `cp -r`.
    execFileSync('chown', ['-R', '0:0', dataDir])
    const server = await startServer({ dataDir })
    expect(server.stderr()).toBe('')
    expect(await fetchHealthStatus(server)).toBe(200)
  },
)

it('a stopped server leaves no process behind', { tags: 'full' }, async () => {
  const dataDir = await createTemporaryFolder()
  const server = await startServer({ dataDir })
  const children = listDescendants(server.pid)
  expect(children).toContain(findPostmaster(dataDir))
  server.child.kill('SIGINT')
  expect(await server.ended).toBe(0)
  expect(filterRunningPids(children)).toEqual([])
  expect(existsSync(path.join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
})

it("a command uses the running server's database", { tags: 'full' }, async () => {
  const dataDir = await createTemporaryFolder()
  const server = await startServer({ dataDir })
  const opened = await openEmbeddedDatabase({ dataDir, log: errorLogger })
  const database = openDatabase({ url: opened.url })
  expect(await database.ping()).toBe(true)
  await database.close()
  await opened.stop()
  expect(await fetchHealthStatus(server)).toBe(200)
})

it('a command without a running server starts the database and stops it afterwards', {
  tags: 'full',
}, async () => {
  const dataDir = await createTemporaryFolder()
  const opened = await openEmbeddedDatabase({ dataDir, log: errorLogger })
  const pid = findPostmaster(dataDir)
  const database = openDatabase({ url: opened.url })
  expect(await database.ping()).toBe(true)
  await database.close()
  await opened.stop()
  expect(filterRunningPids([pid])).toEqual([])
})

it('creates private files only and does not connect as superuser', async () => {
  const dataDir = await createTemporaryFolder()
  const server = await startServer({ dataDir })
  const { url } = await openEmbeddedDatabase({ dataDir, log: errorLogger })
  const database = openDatabase({ url, max: 1 })
  onTestFinished(() => database.close())
  const [role] = await database.sql<{ usesuper: boolean; usecreatedb: boolean }[]>`
    select usesuper, usecreatedb from pg_user where usename = current_user`
  expect(role).toEqual({ usesuper: false, usecreatedb: false })
  await expect(database.sql`select pg_read_file('/etc/hostname')`).rejects.toThrow(/permission denied/)
  await publishPicture(server, database)
  const created = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
  expect(created.some((name) => name.startsWith('media/'))).toBe(true)
  const shared = ['.', ...created].filter((name) => {
    const { mode } = statSync(path.join(dataDir, name))
    return (mode & 0o077) !== 0
  })
  expect(shared).toEqual([])
})

it("transfers objects that an earlier version created as superuser to the site's role", {
  tags: 'full',
}, async () => {
  const dataDir = await createTemporaryFolder()
  const first = await startEmbeddedDatabase({ dataDir, log: errorLogger })
  const earlier = openDatabase({ url: first.superuserUrl, max: 1 })
  await earlier.sql`alter database postgres owner to postgres`
  // Versions up to this migration had no job queue.
  await migrate(earlier, errorLogger, undefined, '0037-site-texts.sql')
  await earlier.close()
  await first.stop()
  const server = await startServer({ dataDir })
  expect(server.stderr()).toBe('')
  const { url } = await openEmbeddedDatabase({ dataDir, log: errorLogger })
  const database = openDatabase({ url, max: 1 })
  onTestFinished(() => database.close())
  await database.sql`alter table posts add column trial integer`
  const foreign = await database.sql`
    select relname from pg_class c where relnamespace = 'public'::regnamespace and relowner <> (select oid from pg_roles where rolname = current_user)
      and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')`
  expect(foreign).toEqual([])
})

const publishPicture = async (server: ServerProcess, database: Database) => {
  const picture = await createTestImage(20, 10).png().toBuffer()
  const response = await fetch(`${server.url}/api/posts`, {
    method: 'POST',
    headers: {
      ...(await seedSession(database, await seedUser(database))),
      origin: `http://localhost:${server.port}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      title: 'A picture',
      description: 'Words',
      prompt: 'A prompt',
      type: 'Image',
      exampleFiles: [toDataUrl(picture)],
    }),
  })
  expect(response.status).toBe(200)
}
