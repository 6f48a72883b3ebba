import { existsSync, readdirSync } from 'node:fs'
import { utimes } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { createFileStore } from '#server/media/create-file-store.ts'
import { getStoragePath } from '#server/media/storage-path.ts'
import { buildTestApp, getTestDataDir } from '#tests/support/app.ts'
import { seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { deleteRows } from '#tests/support/delete-rows.ts'
import { startS3Server } from '#tests/support/s3-server.ts'
import { createLargeImage, createTestImage, toDataUrl } from '#tests/support/samples.ts'
import { UPLOAD_PIECE_BYTES } from '../contract-values.ts'
import { sweepUploads } from './receive-upload.ts'
import { sweepMedia } from './sweep-media.ts'

const s3 = await startS3Server()
const database = await createTestDatabase()
const env = {
  S3_BUCKET: 'examples',
  S3_ENDPOINT: s3.endpoint,
  S3_ACCESS_KEY_ID: 'key-id',
  S3_SECRET_ACCESS_KEY: 'key-secret',
}
// The two servers share a bucket.
const [app, other] = [await buildTestApp(database, env), await buildTestApp(database, env)]
const headers = await seedSession(database, await seedUser(database))

beforeEach(async () => {
  await deleteRows(database.sql, 'posts', 'media_files')
  s3.objects.clear()
})

const publish = async (side: number) => {
  const exampleFiles = [toDataUrl(await createTestImage(side, side).png().toBuffer())]
  const payload = { title: 'A', description: 'B', prompt: `Side ${side}`, type: 'Image', exampleFiles }
  return app.inject({ method: 'POST', url: '/api/posts', headers, payload })
}

it('An example file is stored in the bucket only, and every server serves it, its ranges and its thumbnails', async () => {
  const post = (await publish(500)).json()
  const [file] = post.exampleFiles
  const name = file.slice('/media/'.length)
  expect([...s3.objects.keys()]).toEqual([`examples/${name.slice(0, 2)}/${name}`])
  expect(existsSync(path.join(getTestDataDir(app), 'media'))).toBe(false)
  const whole = await other.inject(file)
  expect(whole.statusCode).toBe(200)
  expect(whole.rawPayload.equals(s3.objects.get(`examples/${name.slice(0, 2)}/${name}`) ?? Buffer.of())).toBe(
    true,
  )
  const part = await other.inject({ url: file, headers: { range: 'bytes=0-9' } })
  expect([part.statusCode, part.rawPayload.length]).toEqual([206, 10])
  expect((await other.inject(`${file}/320.webp`)).headers['content-type']).toBe('image/webp')
  expect((await other.inject(`/media/${'0'.repeat(64)}-1x1.png`)).statusCode).toBe(404)
  const exported = await app.inject({ url: '/api/user/export', headers })
  expect(exported.body).toContain('data:image/png;base64,')
})

it('While the bucket is unavailable, cached files are served; other files and publishing respond 503', async () => {
  const cached = (await publish(40)).json().exampleFiles[0]
  const uncached = (await publish(41)).json().exampleFiles[0]
  expect((await other.inject(cached)).statusCode).toBe(200)
  s3.isFailing = true
  const responses = [await other.inject(cached), await other.inject(uncached), await publish(42)]
  s3.isFailing = false
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 503, 503])
  expect(responses[2]?.headers['retry-after']).toBeDefined()
  expect((await other.inject(uncached)).statusCode).toBe(200)
})

it('Files that a server has no copy of are fetched four at a time', async () => {
  const files: string[] = []
  for (let side = 60; side < 66; side += 1) files.push((await publish(side)).json().exampleFiles[0])
  Object.assign(s3, { downloadMs: 200, maxDownloads: 0 })
  const responses = await Promise.all(files.map((file) => other.inject(file)))
  s3.downloadMs = 0
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200))
  expect(s3.maxDownloads).toBe(4)
})

it('A sweep lists the bucket in pages and deletes files that no post uses', async () => {
  const post = (await publish(50)).json()
  await publish(51)
  const name = `${'0c'.repeat(32)}-3x4.webp`
  s3.objects.set(`examples/0c/${name}`, Buffer.from('uncached'))
  const files = createFileStore(readConfig({ ...env, DATA_DIR: getTestDataDir(app) }))
  const age = () => database.sql`update media_files set touched_at = now() - interval '25 hours'`
  s3.isFailing = true
  await publish(52)
  s3.isFailing = false
  expect(s3.objects.size).toBe(3)
  expect(await sweepMedia({ sql: database.sql, files })).toBe(0)
  await app.inject({ method: 'DELETE', url: `/api/posts/${post.id}`, headers })
  await age()
  // Counts the unreferenced file, the deleted post's file, and the row for the file that could not be stored.
  expect(await sweepMedia({ sql: database.sql, files })).toBe(3)
  expect(s3.objects.size).toBe(1)
  expect(s3.objects.has(`examples/0c/${name}`)).toBe(false)
})

it('Cached copies that are older than a week are evicted and fetched again on demand', async () => {
  const [file] = (await publish(60)).json().exampleFiles
  await app.inject(file)
  const root = path.join(getTestDataDir(app), 'fetched')
  const count = () =>
    readdirSync(root, { recursive: true }).filter((name) => String(name).endsWith('.png')).length
  const files = createFileStore(readConfig({ ...env, DATA_DIR: getTestDataDir(app) }))
  const initialCount = count()
  await files.evictStale()
  expect(count()).toBe(initialCount)
  const copy = path.join(root, getStoragePath(file.slice('/media/'.length)))
  const eightDaysAgo = new Date(Date.now() - 8 * 24 * 3_600_000)
  await utimes(copy, eightDaysAgo, eightDaysAgo)
  await files.evictStale()
  expect([existsSync(copy), count()]).toEqual([false, initialCount - 1])
  expect((await app.inject(file)).statusCode).toBe(200)
  expect([existsSync(copy), count()]).toEqual([true, initialCount])
})

it('Cached copies keep within their size limit between two sweeps', async () => {
  const config = readConfig({ ...env, DATA_DIR: path.join(getTestDataDir(app), 'small') })
  const files = createFileStore({ ...config, workers: 1, fetchedFilesMb: 0.01 })
  for (let n = 10; n < 40; n += 1) {
    const name = `${`${n}`.repeat(32)}-3x4.webp`
    s3.objects.set(`examples/${n}/${name}`, Buffer.alloc(1_000))
    expect(await files.find(name)).not.toBeNull()
  }
  const copies = readdirSync(path.join(config.dataDir, 'fetched'), { recursive: true, encoding: 'utf8' })
  expect(copies.filter((name) => name.endsWith('.webp')).length).toBeLessThanOrEqual(12)
})

it('An upload whose pieces reach different servers is stored, and its pieces are removed', async () => {
  const picture = await createLargeImage(700, 500)
  const start = async () => {
    const payload = { type: 'image/png', size: picture.length }
    return (await app.inject({ method: 'POST', url: '/api/uploads', headers, payload })).json().id as string
  }
  const send = (server: typeof app, id: string, offset: number) =>
    server.inject({
      method: 'PATCH',
      url: `/api/uploads/${id}?offset=${offset}`,
      headers: { ...headers, 'content-type': 'application/octet-stream' },
      payload: picture.subarray(offset, offset + UPLOAD_PIECE_BYTES),
    })
  const id = await start()
  await send(app, id, 0)
  s3.isFailing = true
  const lost = await send(other, id, UPLOAD_PIECE_BYTES)
  s3.isFailing = false
  expect([lost.statusCode, lost.json().code]).toEqual([503, 'files-unavailable'])
  expect((await send(other, id, UPLOAD_PIECE_BYTES)).json().received).toBe(2 * UPLOAD_PIECE_BYTES)
  await send(app, id, 2 * UPLOAD_PIECE_BYTES)
  const finished = await other.inject({ method: 'POST', url: `/api/uploads/${id}/finish`, headers })
  expect((await app.inject(finished.json().url)).statusCode).toBe(200)
  expect(s3.objects.size).toBe(1)

  const abandoned = await start()
  await send(app, abandoned, 0)
  expect(s3.objects.has(`examples/pieces/${abandoned}/0`)).toBe(true)
  await database.sql`update uploads set touched_at = now() - interval '2 hours' where id = ${abandoned}`
  const files = createFileStore(readConfig({ ...env, DATA_DIR: getTestDataDir(app) }))
  await sweepUploads({ sql: database.sql, files })
  expect(s3.objects.size).toBe(1)
})
