import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import sharp from 'sharp'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createPost } from '#features/posts/contract.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { countDecodedUploads } from './decoded-uploads.ts'
import { countUploadSlots } from './upload-limit.ts'

const database = await createTestDatabase()
const app = await buildTestApp(database)
const headers = {
  ...(await seedSession(database, await seedUser(database))),
  'content-type': 'application/json',
}
const send = async (payload: string) => {
  const response = await app.inject({ method: 'POST', url: '/api/posts', headers, payload })
  return [response.statusCode, response.json().message]
}
const MEGABYTE = 1024 * 1024
let posts = 0
// Each post has a prompt of its own, because a repeated one is rejected after 30 seconds.
const post = (more: object) => {
  posts += 1
  return JSON.stringify({
    title: 'A',
    description: 'B',
    prompt: `C ${posts}`,
    type: 'Text',
    exampleFiles: [],
    ...more,
  })
}

it('parses a large body like a small one', async () => {
  expect((await send(post({ ignored: 'x'.repeat(2 * MEGABYTE) })))[0]).toBe(200)
  expect(await send(post({ title: '', ignored: 'ü'.repeat(2 * MEGABYTE) }))).toEqual([
    400,
    'Title is required',
  ])
})

it('rejects a malformed or malicious large body with 400 and keeps serving', async () => {
  const INVALID = [400, 'The request body is not valid JSON']
  expect(await send('{"title":"'.padEnd(2 * MEGABYTE, 'x'))).toEqual(INVALID)
  expect(await send('"'.repeat(5 * MEGABYTE))).toEqual(INVALID)
  expect((await send(post({})))[0]).toBe(200)
})

it('rejects a body with too many values before parsing it, which could exhaust the memory', async () => {
  const REJECTED = [400, 'The request body contains too many values']
  const bodyOf = (value: string, count: number) =>
    post({ first: 'x'.repeat(MEGABYTE) }).replace('{', `{"ignored":[${Array(count).fill(value)}],`)
  expect(await send(bodyOf('{}', 11_000))).toEqual(REJECTED)
  expect(await send(bodyOf('0', 11_000))).toEqual(REJECTED)
  expect(await send('['.repeat(5 * MEGABYTE))).toEqual(REJECTED)
  expect((await send(bodyOf('0', 9_000)))[0]).toBe(200)
  // Characters inside a string must not count as values, wherever its quotation marks and backslashes are.
  const text = String.raw`,[{\",{["`.repeat(200_000)
  expect((await send(post({ ignored: text, last: `\\${text}"` })))[0]).toBe(200)
})

it('does not pollute prototypes', async () => {
  const payload = post({ ignored: 'x'.repeat(2 * MEGABYTE) }).replace('{', '{"__proto__":{"isAdmin":true},')
  expect((await send(payload))[0]).toBe(200)
  expect('isAdmin' in {}).toBe(false)
})

describe('upload over a socket', async () => {
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const open = (path: string, length?: number) =>
    request({
      host: '127.0.0.1',
      port,
      path,
      method: 'POST',
      headers: { ...headers, ...(length === undefined ? {} : { 'content-length': length }) },
    })
  const readResponse = async (sent: ReturnType<typeof open>) => {
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    return [response.statusCode, JSON.parse(await text(response)).message]
  }
  const WITHOUT_FILES = 320 * 1024
  const TOO_LARGE = [413, 'The request is too large']

  it('rejects a body whose Content-Length is too large before it arrives', async () => {
    const sent = open('/api/posts', 60 * MEGABYTE)
    sent.flushHeaders()
    expect(await readResponse(sent)).toEqual(TOO_LARGE)
    sent.destroy()
  })

  it('limits a body without files to the length of the longest texts', async () => {
    const max = WITHOUT_FILES
    const padded = (length: number) =>
      JSON.stringify({ content: 'x'.repeat(length - '{"content":""}'.length) })
    const fits = open('/api/feedback', max)
    fits.end(padded(max))
    expect((await readResponse(fits))[0]).toBe(400)
    const longer = open('/api/feedback', max + 1)
    longer.on('error', () => {})
    longer.end(padded(max + 1))
    expect(await readResponse(longer)).toEqual(TOO_LARGE)
  })

  // Sends exactly one byte more than allowed: a client that keeps sending might find the connection closed
  // before it reads the response.
  it.each([
    ['/api/posts', createPost.bodyLimit],
    ['/api/feedback', WITHOUT_FILES],
  ])('rejects a chunked body to %s once it exceeds %i bytes', async (path, max) => {
    const sent = open(path)
    sent.write('x'.repeat(max + 1))
    expect(await readResponse(sent)).toEqual(TOO_LARGE)
    sent.destroy()
  })

  it('parses a chunked body', async () => {
    const sent = open('/api/posts')
    sent.end(post({ title: '', ignored: 'x'.repeat(2 * MEGABYTE) }))
    expect(await readResponse(sent)).toEqual([400, 'Title is required'])
  })

  // Tests full and half closes, and repeats each more times than the number of large bodies that may be read
  // concurrently.
  it.each(['destroy', 'end'] as const)('releases the slots of an aborted body (%s)', async (close) => {
    for (let count = 0; count < 8; count += 1) {
      const sent = open('/api/posts', 5 * MEGABYTE)
      sent.on('error', () => {})
      const [arrived] = await Promise.all([
        once(app.server, 'request') as Promise<[IncomingMessage]>,
        sent.write('x'.repeat(MEGABYTE)),
      ])
      const closed = new Promise((resolve) => arrived[0].once('close', resolve))
      sent.socket?.[close]()
      await closed
    }
    expect((await send(post({ ignored: 'x'.repeat(2 * MEGABYTE) })))[0]).toBe(200)
  })

  it('rejects a body that arrives too slowly, and accepts a slow but steady one', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const payload = post({ ignored: 'x'.repeat(2 * MEGABYTE) })
    const begin = async (bytes: number) => {
      const before = vi.getTimerCount()
      const sent = open('/api/posts', payload.length)
      sent.on('error', () => {})
      sent.write(payload.slice(0, bytes))
      await expect.poll(() => vi.getTimerCount()).toBe(before + 1)
      return sent
    }
    const steady = await begin(MEGABYTE)
    const slow = await begin(1_000)
    const arrived = performance.now()
    vi.advanceTimersByTime(30_000)
    expect(vi.getTimerCount()).toBe(2)
    vi.advanceTimersByTime(10_000)
    expect(await readResponse(slow)).toEqual([
      400,
      'The upload was too slow. Try again on a faster connection.',
    ])
    expect(performance.now() - arrived).toBe(40_000)
    slow.destroy()
    steady.end(payload.slice(MEGABYTE))
    expect((await readResponse(steady))[0]).toBe(200)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('reserves nothing for an announced body that does not arrive', async () => {
    const announced = []
    for (let account = 0; account < 4; account += 1) {
      const cookies = await seedSession(database, await seedUser(database))
      for (let count = 0; count < 2; count += 1) {
        const sent = request({
          host: '127.0.0.1',
          port,
          path: '/api/posts',
          method: 'POST',
          headers: { ...headers, ...cookies, 'content-length': 30_000_000 },
        })
        sent.on('error', () => {})
        sent.write('{"title":"')
        announced.push(sent)
      }
    }
    // Nothing shows that the server has read the headers of all requests.
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect((await send(post({ ignored: 'x'.repeat(1.2 * MEGABYTE) })))[0]).toBe(200)
    for (const sent of announced) sent.destroy()
  })

  it('ends a stalled body to make room for another one from the same address', async () => {
    const chunk = Buffer.alloc(11 * MEGABYTE, 'x')
    const stalled = []
    for (let account = 0; account < 4; account += 1) {
      const cookies = await seedSession(database, await seedUser(database))
      for (let count = 0; count < 2; count += 1) {
        const sent = request({
          host: '127.0.0.1',
          port,
          path: '/api/posts',
          method: 'POST',
          headers: { ...headers, ...cookies, 'content-length': chunk.length + 1_000 },
        })
        sent.on('error', () => {})
        sent.write(chunk)
        stalled.push(sent)
      }
    }
    await expect.poll(countUploadSlots).toBeGreaterThan(300)
    // After this delay, each of the uploads counts as slow.
    await new Promise((resolve) => setTimeout(resolve, 4_500))
    expect((await send(post({ ignored: 'x'.repeat(3 * MEGABYTE) })))[0]).toBe(200)
    for (const sent of stalled) sent.destroy()
    await expect.poll(countUploadSlots).toBe(0)
  })

  /** Sends the whole body and then disconnects; resolves once the server has noticed. */
  const sendAndDisconnect = async (payload: string) => {
    const sent = open('/api/posts', payload.length)
    sent.on('error', () => {})
    const requestEvent = once(app.server, 'request') as Promise<[IncomingMessage, ServerResponse]>
    sent.write(payload)
    const [arrived, response] = await requestEvent
    await once(arrived, 'end')
    const closed = once(response, 'close')
    sent.destroy()
    await closed
  }

  it('releases slots and files when the client disconnects, for accepted and rejected bodies', async () => {
    const file = `data:image/png;base64,${'A'.repeat(2 * MEGABYTE)}`
    for (const title of ['A title', '']) await sendAndDisconnect(post({ title, exampleFiles: [file] }))
    const larger = post({ ignored: 'x'.repeat(2 * MEGABYTE) })
    await expect.poll(async () => (await send(larger))[0]).toBe(200)
    await expect.poll(countDecodedUploads).toBe(0)
  })
})

describe('a long data URL in a large body', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const picture = await sharp({
    create: { width: 900, height: 700, channels: 3, background: 'gray', noise },
  })
    .png()
    .toBuffer()
  const dataUrl = `data:image/png;base64,${picture.toString('base64')}`
  const WRONG = [415, 'Invalid file type']

  it('arrives unchanged, and a repeated request creates one post', async () => {
    const body = post({ prompt: 'With a picture', exampleFiles: [dataUrl, dataUrl] })
    const [one, two] = [await send(body), await send(body)].map(([status]) => status)
    expect([one, two]).toEqual([200, 200])
    const [row, ...more] = await database.sql<{ exampleFiles: string[] }[]>`
      select example_files from posts where prompt = 'With a picture'`
    expect(more).toEqual([])
    const response = await app.inject({ url: row?.exampleFiles[0] ?? '' })
    const [stored, original] = await Promise.all(
      [response.rawPayload, picture].map((bytes) => sharp(bytes).raw().toBuffer()),
    )
    expect(original && stored?.equals(original)).toBe(true)
  })

  it('is rejected if it is not valid base64 or forges a decoded upload', async () => {
    const filled = (file: string) => post({ exampleFiles: [file], ignored: 'x'.repeat(2 * MEGABYTE) })
    expect(await send(filled(`${dataUrl.slice(0, -8)}!${dataUrl.slice(-7)}`))).toEqual(WRONG)
    expect(await send(filled(`data:image/png;base64,#${randomUUID()}`))).toEqual(WRONG)
  })

  it('is released after its request, whether accepted or rejected', async () => {
    await send(post({ prompt: 'With another picture', exampleFiles: [dataUrl] }))
    await send(post({ title: '', exampleFiles: [dataUrl] }))
    expect(countDecodedUploads()).toBe(0)
  })
})
