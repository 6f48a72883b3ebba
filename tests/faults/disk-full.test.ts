import { readdirSync, readFileSync, statSync, truncateSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { verifyCounts } from '#database/verify-counts.ts'
import { openDatabase } from '#server/database/connect.ts'
import { openEmbeddedDatabase } from '#server/database/embedded.ts'
import { errorLogger } from '#server/log.ts'
import { seedSession, seedUser } from '../support/builders.ts'
import { createLargeImage, createTestImage, toDataUrl } from '../support/samples.ts'
import { createTemporaryFolder, startServer } from '../support/server-process.ts'
import { buildPostBody, postJson } from '../support/site-client.ts'
import { startSiteDatabase } from '../support/site-database.ts'
import { canMount, mountSmallDisk } from '../support/small-disk.ts'
import { appendTrustReport, FAULT_ROUNDS, measureRecovery } from '../support/trust-report.ts'
import { waitUntil } from '../support/wait-until.ts'
import { startWriters } from '../support/writers.ts'

const { url, database } = await startSiteDatabase()
const target = await startSiteDatabase()

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [entry.name] : [],
  )

it.skipIf(!canMount)(
  'rejects uploads while the disk of the files is full, and goes on reading, voting and commenting',
  { timeout: 180_000 + FAULT_ROUNDS * 20_000 },
  async () => {
    const dataDir = await createTemporaryFolder()
    const disk = mountSmallDisk(dataDir, 24)
    const server = await startServer({ dataDir, env: { DATABASE_URL: url, RATE_LIMIT_SCALE: '0' } })
    const member = await seedSession(database, await seedUser(database))
    const publish = async (title: string, picture: Buffer) =>
      postJson(server, '/api/posts', member, buildPostBody(title, { exampleFiles: [toDataUrl(picture)] }))

    const writers = await startWriters(server, database, 2)
    for (let round = 0; round < FAULT_ROUNDS; round += 1) {
      // Each round uses a new picture, which has no thumbnails yet.
      const first = await publish(
        `Before ${round}`,
        await createTestImage(400, 300 + round)
          .png()
          .toBuffer(),
      )
      expect(first.status).toBe(200)
      const { id, exampleFiles } = (await first.json()) as { id: number; exampleFiles: [string] }
      const picture = await createLargeImage(500 + round, 400)
      const before = filesBelow(path.join(dataDir, 'media'))
      disk.fill()
      const rejected = await publish(`Full ${round}`, picture)
      expect(rejected.status).toBe(503)
      expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await rejected.json()).toMatchObject({ code: 'files-unavailable' })
      // No partial file may remain, and no row may refer to a partial file.
      expect(filesBelow(path.join(dataDir, 'media'))).toEqual(before)
      expect(await database.sql`select 1 from posts where title = ${`Full ${round}`}`).toHaveLength(0)

      expect((await fetch(server.url + exampleFiles[0])).status).toBe(200)
      // Requests a thumbnail that cannot be stored.
      const thumbnail = await fetch(`${server.url}${exampleFiles[0]}/320.webp`)
      expect(thumbnail.status).toBe(200)
      expect((await fetch(`${server.url}/post/${id}`)).status).toBe(200)
      expect((await postJson(server, '/api/votes', member, { postId: id, value: 1 })).status).toBe(200)
      const comment = await postJson(server, '/api/comments', member, {
        postId: id,
        content: `Words ${round}`,
      })
      expect(comment.status).toBe(200)

      await measureRecovery('one server', 'disk of the files full', async () => {
        disk.free()
        const accepted = await publish(`Again ${round}`, picture)
        expect(accepted.status).toBe(200)
        const [address] = ((await accepted.json()) as { exampleFiles: [string] }).exampleFiles
        expect((await fetch(server.url + address)).status).toBe(200)
      })
    }
    await writers.stop()
    expect(writers.unexpected).toEqual([])
    expect(await writers.listLost(database)).toEqual([])
    expect(await verifyCounts(database.sql)).toEqual([])
  },
)

it.skipIf(!canMount)(
  'answers 503 to writes while the disk of its own database is full, and loses nothing',
  { timeout: 180_000 + FAULT_ROUNDS * 30_000 },
  async () => {
    const dataDir = await createTemporaryFolder()
    const disk = mountSmallDisk(dataDir, 160)
    const server = await startServer({ dataDir, env: { RATE_LIMIT_SCALE: '0' } })
    const open = async () =>
      openDatabase({ url: (await openEmbeddedDatabase({ dataDir, log: errorLogger })).url, max: 2 })
    const before = await open()
    const writers = await startWriters(server, before, 4)
    await before.sql.unsafe('create table ballast (line text)')
    await waitUntil(() => writers.acknowledged() > 20)
    for (let round = 0; round < FAULT_ROUNDS; round += 1) {
      disk.fill()
      // Fills the space that the database has reserved, such as the rest of a WAL segment.
      const fillUp = () =>
        before.sql`insert into ballast select repeat(md5(n::text), 30) from generate_series(1, 5000) n`
      await waitUntil(async () =>
        fillUp().then(
          () => false,
          () => true,
        ),
      )
      const rejected = () => writers.statuses.get(503) ?? 0
      const [reached] = [rejected()]
      await waitUntil(() => rejected() > reached)
      expect((await fetch(`${server.url}/livez`)).status).toBe(200)
      await measureRecovery('one server, its own database', 'disk of the database full', async () => {
        disk.free()
        const acknowledged = writers.acknowledged()
        await waitUntil(() => writers.acknowledged() > acknowledged + 20)
      })
      await before.sql.unsafe('truncate ballast').catch(() => {})
    }
    await writers.stop()
    await before.close()
    const after = await open()
    const lost = await writers.listLost(after)
    const wrong = await verifyCounts(after.sql)
    const acknowledged = writers.acknowledged()
    appendTrustReport({
      name: 'disk of the database full',
      acknowledged,
      lost: lost.length,
      wrong: wrong.length,
    })
    expect([lost, wrong]).toEqual([[], []])
    expect(writers.unexpected.filter((line) => / 500 /.test(line))).toEqual([])
    expect(server.child.exitCode).toBe(null)
    await after.close()
  },
)

it.skipIf(!canMount)(
  'fails a backup, an export and a restore on a full disk in one sentence, and succeeds when there is space again',
  { tags: 'full' },
  async () => {
    const dataDir = await createTemporaryFolder()
    // The tests above stored the files of their posts in other folders.
    await database.sql`delete from posts`
    await database.sql`delete from media_files`
    const env = { DATABASE_URL: url }
    const server = await startServer({ dataDir, env: { ...env, RATE_LIMIT_SCALE: '0' } })
    const member = await seedSession(database, await seedUser(database))
    for (let count = 0; count < 4; count += 1) {
      const picture = toDataUrl(await createLargeImage(900 + count, 800))
      const body = buildPostBody(`Large ${count}`, { exampleFiles: [picture] })
      expect((await postJson(server, '/api/posts', member, body)).status).toBe(200)
    }
    const disk = mountSmallDisk(await createTemporaryFolder('backups'), 2)
    const run = async (command: string, file: string, settings: NodeJS.ProcessEnv) => {
      const running = await startServer({ program: `scripts/${command}.ts`, args: [file], env: settings })
      return { code: await running.ended, stderr: running.stderr() }
    }
    const site = { ...env, DATA_DIR: dataDir }
    const archive = path.join(disk.folder, 'site.tar.gz')
    const posts = path.join(disk.folder, 'posts.jsonl')
    const fails = (message: string) => ({ code: 1, stderr: `${message}\n` })
    const succeeds = { code: 0, stderr: '' }
    expect(await run('backup', archive, site)).toEqual(fails(`Cannot write ${archive}: the disk is full`))
    expect(readdirSync(disk.folder)).toEqual([])
    disk.fill()
    expect(await run('export', posts, site)).toEqual(fails(`Cannot write ${posts}: the disk is full`))
    expect(readdirSync(disk.folder)).toEqual(['ballast'])
    disk.free()
    expect((await postJson(server, '/api/posts', member, buildPostBody('Afterwards', {}))).status).toBe(200)
    disk.grow(64)
    expect(await run('backup', archive, site)).toEqual(succeeds)
    expect(await run('export', posts, site)).toEqual(succeeds)
    expect(readdirSync(disk.folder).toSorted()).toEqual(['posts.jsonl', 'site.tar.gz'])

    const files = mountSmallDisk(await createTemporaryFolder('restored'), 2)
    const copy = { DATABASE_URL: target.url, DATA_DIR: files.folder }
    expect(await run('restore', archive, copy)).toEqual(fails('Cannot write to DATA_DIR: the disk is full'))
    expect(await target.database.sql`select from posts`).toHaveLength(0)
    expect(filesBelow(files.folder).filter((name) => name.endsWith('.part'))).toEqual([])
    files.grow(64)
    expect(await run('restore', archive, copy)).toEqual(succeeds)
    expect(filesBelow(path.join(files.folder, 'media'))).toHaveLength(4)
  },
)

it.skipIf(!canMount)(
  'fails a restore on a full disk of the database in one sentence, and succeeds when there is space again',
  { tags: 'full' },
  async () => {
    // The tests above stored the files of their posts in other folders.
    await database.sql`delete from posts`
    await database.sql`delete from media_files`
    const author = await seedUser(database)
    await database.sql`
      insert into posts (title, description, prompt, prompt_length, user_id, seo_slug)
      select 'T', 'D', text, length(text), ${author.id}, 'restored-' || n
      from generate_series(1, 60) n cross join lateral (
        select string_agg(md5(n || ' ' || m), '') as text from generate_series(1, 5000) m) texts`
    const archive = path.join(path.dirname(await createTemporaryFolder()), 'site.tar.gz')
    const disk = mountSmallDisk(await createTemporaryFolder(), 160)
    const run = async (command: string, env: NodeJS.ProcessEnv) => {
      const running = await startServer({ program: `scripts/${command}.ts`, args: [archive], env })
      return { code: await running.ended, stderr: running.stderr() }
    }
    const succeeds = { code: 0, stderr: '' }
    const source = { DATABASE_URL: url, DATA_DIR: await createTemporaryFolder() }
    expect(await run('backup', source)).toEqual(succeeds)
    const countPosts = async () => {
      const embedded = await openEmbeddedDatabase({ dataDir: disk.folder, log: errorLogger })
      const { sql, close } = openDatabase({ url: embedded.url, max: 1 })
      const [table] = await sql<{ name: string | null }[]>`select to_regclass('posts')::text as name`
      const count = table?.name ? (await sql`select from posts`).length : 0
      await close()
      await embedded.stop()
      return count
    }
    expect(await countPosts()).toBe(0)
    // With the least space the tables cannot be created, and with more of it the rows cannot be loaded.
    for (const freeBytes of [4_000_000, 16_000_000]) {
      disk.fill()
      const ballast = path.join(disk.folder, 'ballast')
      truncateSync(ballast, statSync(ballast).size - freeBytes)
      const { code, stderr } = await run('restore', { DATA_DIR: disk.folder })
      expect(code).toBe(1)
      expect(stderr).toMatch(
        // PostgreSQL itself ends if it cannot write its log of changes.
        /^(The disk of the database is full: .+|The connection to the database was lost: .+|.+No space left on device)\n$/,
      )
      disk.free()
      expect(await countPosts()).toBe(0)
    }
    disk.grow(400)
    expect(await run('restore', { DATA_DIR: disk.folder })).toEqual(succeeds)
    expect(await countPosts()).toBe(60)
  },
)

it.skipIf(!canMount)(
  'starts, serves and stops while the disk of its log is full, and logs again when there is space',
  { tags: 'full' },
  async () => {
    const dataDir = await createTemporaryFolder()
    const disk = mountSmallDisk(await createTemporaryFolder('logs'), 1)
    const logFile = path.join(disk.folder, 'errors.log')
    disk.fill()
    const server = await startServer({
      dataDir,
      logFile,
      env: { DATABASE_URL: url, SLOW_QUERY_MS: '100', WORKERS: '1' },
    })
    expect(server.child.exitCode).toBe(null)
    const logSlowQuery = async () => {
      const posts = await database.sql.begin(async (tx) => {
        await tx`lock table posts in access exclusive mode`
        const response = fetch(`${server.url}/api/posts/${crypto.randomUUID()}`)
        // The statement waits for the lock, so it is slow on every machine.
        await tx`select pg_sleep(0.5)`
        return { response }
      })
      expect((await posts.response).status).toBe(404)
    }
    await logSlowQuery()
    // Nothing shows that the server has tried to write, which it does once a second.
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    expect((await fetch(`${server.url}/livez`)).status).toBe(200)
    disk.free()
    const lines = () => readFileSync(logFile, 'utf8').trim().split('\n')
    await waitUntil(() => lines()[0] !== '')
    for (const line of lines()) expect(JSON.parse(line)).toHaveProperty('level')
    disk.fill()
    await logSlowQuery()
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  },
)

it.skipIf(!canMount)(
  'says in one sentence that it cannot start on a full disk, and starts when there is space again',
  { tags: 'full' },
  async () => {
    const disk = mountSmallDisk(await createTemporaryFolder(), 1)
    const start = () => startServer({ dataDir: path.join(disk.folder, 'site'), env: { WORKERS: '1' } })
    // With no space at all, not even the first file can be written; with some, the password or the database cannot.
    for (const freePages of [0, 1, 2]) {
      disk.fill()
      truncateSync(path.join(disk.folder, 'ballast'), (1 << 20) - freePages * 4_096)
      const failed = await start()
      expect(await failed.ended).toBe(1)
      expect(failed.stderr()).toMatch(
        /^(Cannot write to DATA_DIR: the disk is full|Creating the database failed: .*)\n$/,
      )
      disk.free()
    }
    disk.grow(200)
    const server = await start()
    expect((await fetch(`${server.url}/livez`)).status).toBe(200)
  },
)
