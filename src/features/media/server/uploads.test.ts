import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import { createFileStore } from '#server/media/create-file-store.ts'
import { buildTestApp, getTestDataDir } from '#tests/support/app.ts'
import { seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createLargeImage, createTestImage, readVideo } from '#tests/support/samples.ts'
import { mediaMessages } from '../contract-messages.ts'
import { UPLOAD_PIECE_BYTES } from '../contract-values.ts'
import { sweepUploads } from './receive-upload.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database)
const aMember = async () => seedSession(database, await seedUser(database))

type Headers = Awaited<ReturnType<typeof aMember>>

const request = async (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  member: Headers,
  payload?: object | Buffer,
) => {
  const type = Buffer.isBuffer(payload) ? 'application/octet-stream' : 'application/json'
  const response = await app.inject({
    method,
    url,
    headers: { ...member, ...(payload && { 'content-type': type }) },
    ...(payload && { payload }),
  })
  return { status: response.statusCode, ...response.json() }
}
const start = (member: Headers, bytes: Buffer, type = 'image/png') =>
  request('POST', '/api/uploads', member, { type, size: bytes.length })
const send = (member: Headers, id: string, bytes: Buffer, offset: number) =>
  request(
    'PATCH',
    `/api/uploads/${id}?offset=${offset}`,
    member,
    bytes.subarray(offset, offset + UPLOAD_PIECE_BYTES),
  )
const finish = (member: Headers, id: string) => request('POST', `/api/uploads/${id}/finish`, member)

const upload = async (member: Headers, bytes: Buffer, type?: string) => {
  const { id } = await start(member, bytes, type)
  for (let offset = 0; offset < bytes.length; offset += UPLOAD_PIECE_BYTES)
    await send(member, id, bytes, offset)
  return finish(member, id)
}

const piecesOf = (id: string): string[] => {
  const folder = path.join(getTestDataDir(app), 'pieces', id)
  return existsSync(folder) ? readdirSync(folder) : []
}

const picture = await createLargeImage(700, 500)
const film = readVideo('film.mp4')

describe('a file in pieces', () => {
  it('is checked, stored and named by a post', async () => {
    const member = await aMember()
    const finished = [await upload(member, picture), await upload(member, film, 'video/mp4')]
    expect(picture.length).toBeGreaterThan(UPLOAD_PIECE_BYTES)
    expect(finished).toMatchObject([{ status: 200 }, { status: 200 }])
    const exampleFiles = finished.map(({ url }) => url)
    const fields = { title: 'A', description: 'B', prompt: 'C', type: 'Image' }
    const post = await request('POST', '/api/posts', member, { ...fields, exampleFiles })
    expect(post).toMatchObject({ status: 200, exampleFiles })
    for (const url of exampleFiles) expect((await app.inject(url)).statusCode).toBe(200)
    // Neither pieces nor temporary files remain.
    for (const folder of ['pieces', 'incoming'])
      expect(readdirSync(path.join(getTestDataDir(app), folder))).toEqual([])
  })

  it('is continued where it was interrupted', async () => {
    const member = await aMember()
    const { id } = await start(member, picture)
    expect(await send(member, id, picture, 0)).toMatchObject({ received: UPLOAD_PIECE_BYTES })
    // The response was lost, so the browser sends the piece again.
    expect(await send(member, id, picture, 0)).toMatchObject({ status: 200, received: UPLOAD_PIECE_BYTES })
    // This piece arrives before the one that precedes it.
    const later = await request(
      'PATCH',
      `/api/uploads/${id}?offset=${UPLOAD_PIECE_BYTES + 10}`,
      member,
      picture.subarray(0, 10),
    )
    expect(later).toMatchObject({ status: 200, received: UPLOAD_PIECE_BYTES })
    expect(await finish(member, id)).toMatchObject({ status: 400, code: 'upload-incomplete' })
    expect(await request('GET', `/api/uploads/${id}`, member)).toMatchObject({
      received: UPLOAD_PIECE_BYTES,
      size: picture.length,
      url: null,
    })
    for (let offset = UPLOAD_PIECE_BYTES; offset < picture.length; offset += UPLOAD_PIECE_BYTES)
      await send(member, id, picture, offset)
    const finished = await finish(member, id)
    expect(finished.url).toMatch(/^\/media\//)
    expect(await finish(member, id)).toMatchObject({ status: 200, url: finished.url })
  })

  it('takes only one of two equal pieces that arrive at the same time', async () => {
    const member = await aMember()
    const { id } = await start(member, picture)
    const both = await Promise.all([send(member, id, picture, 0), send(member, id, picture, 0)])
    expect(both).toMatchObject([{ received: UPLOAD_PIECE_BYTES }, { received: UPLOAD_PIECE_BYTES }])
    for (let offset = UPLOAD_PIECE_BYTES; offset < picture.length; offset += UPLOAD_PIECE_BYTES)
      await send(member, id, picture, offset)
    expect(await finish(member, id)).toMatchObject({ status: 200 })
  })

  it('is nobody else’s', async () => {
    const member = await aMember()
    const other = await aMember()
    const { id } = await start(member, picture)
    const missing = { status: 404, code: 'upload-not-found' }
    expect(await request('GET', `/api/uploads/${id}`, other)).toMatchObject(missing)
    expect(await send(other, id, picture, 0)).toMatchObject(missing)
    expect(await finish(other, id)).toMatchObject(missing)
    await request('DELETE', `/api/uploads/${id}`, other)
    expect(await request('GET', `/api/uploads/${id}`, member)).toMatchObject({ status: 200, received: 0 })
    await request('DELETE', `/api/uploads/${id}`, member)
    expect(await request('GET', `/api/uploads/${id}`, member)).toMatchObject(missing)
  })
})

describe('an upload that is not acceptable', () => {
  it('is rejected before it begins if it is too large or of an unsupported type', async () => {
    const member = await aMember()
    const begin = (size: number, type: string) => request('POST', '/api/uploads', member, { type, size })
    expect(await begin(limits.fileBytes + 1, 'image/png')).toMatchObject({ status: 413 })
    for (const type of ['image/svg+xml', 'text/html', 'toString'])
      expect(await begin(10, type)).toMatchObject({ status: 415, code: 'unsupported-file' })
    for (const size of [0, -1, 1.5]) expect(await begin(size, 'image/png')).toMatchObject({ status: 400 })
    expect(await begin(limits.fileBytes, 'video/webm; codecs=vp9')).toMatchObject({ status: 200 })
  })

  it('is rejected at its end if its bytes are not what was declared', async () => {
    const member = await aMember()
    const small = await createTestImage().png().toBuffer()
    const wrong = { status: 415, message: 'Invalid file type' }
    expect(await upload(member, small, 'video/mp4')).toMatchObject(wrong)
    expect(await upload(member, film, 'image/png')).toMatchObject(wrong)
    expect(await upload(member, Buffer.from('<html></html> and some more text'))).toMatchObject(wrong)
    const unreadable = { status: 415, message: mediaMessages.unreadable }
    expect(await upload(member, readVideo('sound.mp4'), 'video/mp4')).toMatchObject(unreadable)
    expect(await upload(member, small.subarray(0, small.length - 20))).toMatchObject(unreadable)
  })

  it('may not send more than it announced, or anything but bytes', async () => {
    const member = await aMember()
    const { id } = await start(member, Buffer.alloc(10))
    const url = `/api/uploads/${id}?offset=0`
    expect(await request('PATCH', url, member, Buffer.alloc(11))).toMatchObject({
      status: 400,
      code: 'wrong-piece-size',
    })
    expect(await request('PATCH', url, member, Buffer.alloc(UPLOAD_PIECE_BYTES + 1))).toMatchObject({
      status: 413,
    })
    expect(await request('PATCH', url, member, { some: 'JSON' })).toMatchObject({ status: 415 })
    expect(await request('POST', '/api/posts', member, Buffer.from('{}'))).toMatchObject({ status: 415 })
    expect(await request('GET', `/api/uploads/${id}`, member)).toMatchObject({ received: 0 })
  })

  it('is discarded when its member starts many others, or after an hour without a piece', async () => {
    const member = await aMember()
    const started: string[] = []
    for (let n = 0; n < 12; n += 1) {
      started.push((await start(member, picture)).id)
      if (n < 2) await send(member, started[n] ?? '', picture, 0)
    }
    const first = started.slice(0, 2)
    const statusOf = async (id: string) => (await request('GET', `/api/uploads/${id}`, member)).status
    expect(await Promise.all(started.map(statusOf))).toEqual([404, 404, ...Array(10).fill(200)])
    expect(first.map(piecesOf)).toEqual([[], []])
    const [, , stale = ''] = started
    await send(member, stale, picture, 0)
    await sql`update uploads set touched_at = now() - interval '61 minutes' where id = ${stale}`
    expect(piecesOf(stale)).toEqual(['0'])
    await sweepUploads({ sql, files: createFileStore({ dataDir: getTestDataDir(app), s3: null }) })
    expect(piecesOf(stale)).toEqual([])
    expect(await Promise.all(started.map(statusOf))).toEqual([404, 404, 404, ...Array(9).fill(200)])
  })
})

describe('the pieces of uploads', () => {
  it('are charged as they arrive, even if no upload is ever finished', async () => {
    const limited = await buildTestApp(database, { RATE_LIMIT_SCALE: '1', UPLOAD_MB_PER_DAY: '1' })
    const member = await aMember()
    const sendPiece = async (bytes: Buffer) => {
      const headers = { ...member, 'content-type': 'application/octet-stream' }
      const payload = { type: 'image/png', size: UPLOAD_PIECE_BYTES }
      const started = await limited.inject({ method: 'POST', url: '/api/uploads', headers: member, payload })
      const url = `/api/uploads/${started.json().id}?offset=0`
      const response = await limited.inject({ method: 'PATCH', url, headers, payload: bytes })
      return [response.statusCode, response.json().message]
    }
    const piece = Buffer.alloc(UPLOAD_PIECE_BYTES)
    expect((await sendPiece(Buffer.alloc(0)))[0]).toBe(400)
    expect([(await sendPiece(piece))[0], (await sendPiece(piece))[0]]).toEqual([200, 200])
    expect(await sendPiece(piece)).toEqual([
      429,
      expect.stringMatching(/^You've reached your daily upload limit/),
    ])
  })

  it('are removed if they arrive after their upload was discarded', async () => {
    const member = await aMember()
    const { id } = await start(member, picture)
    const { pieces } = createFileStore({ dataDir: getTestDataDir(app), s3: null })
    await Promise.all([send(member, id, picture, 0), request('DELETE', `/api/uploads/${id}`, member)])
    expect(piecesOf(id)).toEqual([])
    expect(await pieces.listIds()).not.toContain(id)
  })
})
