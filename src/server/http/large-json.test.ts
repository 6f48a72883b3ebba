import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import sharp from 'sharp'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createPost } from '#features/posts/contract.ts'
import { testApp } from '#tests/support/app.ts'
import { aSession, aUser } from '#tests/support/builders.ts'
import { testDatabase } from '#tests/support/database.ts'
import { countHeldFiles } from './held-data.ts'
import { countUploadSlots } from './upload-limit.ts'

const database = await testDatabase()
const app = await testApp(database)
const headers = {
  ...(await aSession(database, await aUser(database))),
  'content-type': 'application/json',
}
const send = async (payload: string) => {
  const answer = await app.inject({ method: 'POST', url: '/api/posts', headers, payload })
  return [answer.statusCode, answer.json().message]
}
const MEGABYTE = 1024 * 1024
const post = (more: object) =>
  JSON.stringify({ title: 'A', description: 'B', prompt: 'C', type: 'Text', exampleFiles: [], ...more })

it('A large body is read like a small one', async () => {
  expect((await send(post({ ignored: 'x'.repeat(2 * MEGABYTE) })))[0]).toBe(200)
  expect(await send(post({ title: '', ignored: 'ü'.repeat(2 * MEGABYTE) }))).toEqual([
    400,
    'Title is required',
  ])
})

it('One that is broken, or made to break who reads it, is refused with 400, and the site goes on', async () => {
  const INVALID = [400, 'The body is not valid JSON']
  expect(await send('{"title":"'.padEnd(2 * MEGABYTE, 'x'))).toEqual(INVALID)
  expect(await send('"'.repeat(5 * MEGABYTE))).toEqual(INVALID)
  expect((await send(post({})))[0]).toBe(200)
})

it('One of more values than any form has is refused before it is read: the memory they take would end the whole process', async () => {
  const REFUSED = [400, 'The body holds too many values']
  const of = (value: string, count: number) =>
    post({ first: 'x'.repeat(MEGABYTE) }).replace('{', `{"ignored":[${Array(count).fill(value)}],`)
  expect(await send(of('{}', 11_000))).toEqual(REFUSED)
  expect(await send(of('0', 11_000))).toEqual(REFUSED)
  expect(await send('['.repeat(5 * MEGABYTE))).toEqual(REFUSED)
  expect((await send(of('0', 9_000)))[0]).toBe(200)
  // What stands in a text is no value, wherever its quotation marks and backslashes are.
  const text = String.raw`,[{\",{["`.repeat(200_000)
  expect((await send(post({ ignored: text, last: `\\${text}"` })))[0]).toBe(200)
})

it('It changes the prototype of nothing', async () => {
  const payload = post({ ignored: 'x'.repeat(2 * MEGABYTE) }).replace('{', '{"__proto__":{"isAdmin":true},')
  expect((await send(payload))[0]).toBe(200)
  expect('isAdmin' in {}).toBe(false)
})

describe('Over the wire, a body', async () => {
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const open = (path: string, length?: number) =>
    request({
      ...{ host: '127.0.0.1', port, path, method: 'POST' },
      headers: { ...headers, ...(length === undefined ? {} : { 'content-length': length }) },
    })
  const answerOf = async (sent: ReturnType<typeof open>) => {
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    return [answer.statusCode, JSON.parse(await text(answer)).message]
  }
  const WITHOUT_FILES = 320 * 1024
  const TOO_LARGE = [413, 'Request body is too large']

  it('that says it is longer than the endpoint takes is refused before it comes', async () => {
    const sent = open('/api/posts', 60 * MEGABYTE)
    sent.flushHeaders()
    expect(await answerOf(sent)).toEqual(TOO_LARGE)
    sent.destroy()
  })

  it('without files may be as long as the longest texts, and no longer', async () => {
    const most = WITHOUT_FILES
    const padded = (length: number) =>
      JSON.stringify({ content: 'x'.repeat(length - '{"content":""}'.length) })
    const fits = open('/api/feedback', most)
    fits.end(padded(most))
    expect((await answerOf(fits))[0]).toBe(400)
    const longer = open('/api/feedback', most + 1)
    longer.on('error', () => {})
    longer.end(padded(most + 1))
    expect(await answerOf(longer)).toEqual(TOO_LARGE)
  })

  // Not a byte more than it takes: whoever goes on sending may find the connection closed before they read the answer.
  it.each([
    ['/api/posts', createPost.bodyLimit],
    ['/api/feedback', WITHOUT_FILES],
  ])('to %s that does not say its length is refused once it is longer than %i', async (path, most) => {
    const sent = open(path)
    sent.write('x'.repeat(most + 1))
    expect(await answerOf(sent)).toEqual(TOO_LARGE)
    sent.destroy()
  })

  it('that does not say its length is read as any other', async () => {
    const sent = open('/api/posts')
    sent.end(post({ title: '', ignored: 'x'.repeat(2 * MEGABYTE) }))
    expect(await answerOf(sent)).toEqual([400, 'Title is required'])
  })

  // Whoever closes both ways at once, and whoever only stops sending; more often than large bodies may be read at once.
  it.each(['destroy', 'end'] as const)('that is cut off (%s) is given up', async (leave) => {
    for (let count = 0; count < 8; count += 1) {
      const sent = open('/api/posts', 5 * MEGABYTE)
      sent.on('error', () => {})
      const [arrived] = await Promise.all([
        once(app.server, 'request') as Promise<[IncomingMessage]>,
        sent.write('x'.repeat(MEGABYTE)),
      ])
      const closed = new Promise((resolve) => arrived[0].once('close', resolve))
      sent.socket?.[leave]()
      await closed
    }
    expect((await send(post({ ignored: 'x'.repeat(2 * MEGABYTE) })))[0]).toBe(200)
  })

  it('that comes too slowly is refused and gives its place back, one that takes its time arrives', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
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
    const arrived = Date.now()
    vi.advanceTimersByTime(30_000)
    expect(vi.getTimerCount()).toBe(2)
    vi.advanceTimersByTime(10_000)
    expect(await answerOf(slow)).toEqual([400, 'The upload came too slowly, please try again'])
    expect(Date.now() - arrived).toBe(40_000)
    slow.destroy()
    steady.end(payload.slice(MEGABYTE))
    expect((await answerOf(steady))[0]).toBe(200)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('that is promised and does not come keeps nobody else waiting', async () => {
    const promised = []
    for (let account = 0; account < 4; account += 1) {
      const cookies = await aSession(database, await aUser(database))
      for (let count = 0; count < 2; count += 1) {
        const sent = request({
          ...{ host: '127.0.0.1', port, path: '/api/posts', method: 'POST' },
          headers: { ...headers, ...cookies, 'content-length': 30_000_000 },
        })
        sent.on('error', () => {})
        sent.write('{"title":"')
        promised.push(sent)
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect((await send(post({ ignored: 'x'.repeat(1.2 * MEGABYTE) })))[0]).toBe(200)
    for (const sent of promised) sent.destroy()
  })

  it('that has come in large part and stands still gives way to another of the same address', async () => {
    const chunk = Buffer.alloc(11 * MEGABYTE, 'x')
    const standing = []
    for (let account = 0; account < 4; account += 1) {
      const cookies = await aSession(database, await aUser(database))
      for (let count = 0; count < 2; count += 1) {
        const sent = request({
          ...{ host: '127.0.0.1', port, path: '/api/posts', method: 'POST' },
          headers: { ...headers, ...cookies, 'content-length': chunk.length + 1_000 },
        })
        sent.on('error', () => {})
        sent.write(chunk)
        standing.push(sent)
      }
    }
    await expect.poll(countUploadSlots, { timeout: 10_000 }).toBeGreaterThan(300)
    // From then on each of them is known to be slow.
    await new Promise((resolve) => setTimeout(resolve, 4_500))
    expect((await send(post({ ignored: 'x'.repeat(3 * MEGABYTE) })))[0]).toBe(200)
    for (const sent of standing) sent.destroy()
    await expect.poll(countUploadSlots, { timeout: 10_000 }).toBe(0)
  })

  /** Sends it whole and hangs up; answers when the server knows. */
  const sendAndLeave = async (payload: string) => {
    const sent = open('/api/posts', payload.length)
    sent.on('error', () => {})
    const begun = once(app.server, 'request') as Promise<[IncomingMessage, ServerResponse]>
    sent.write(payload)
    const [arrived, answer] = await begun
    await once(arrived, 'end')
    const closed = once(answer, 'close')
    sent.destroy()
    await closed
  }

  it('of who leaves before the answer keeps no place and no file, whether it was handled or refused', async () => {
    const file = `data:image/png;base64,${'A'.repeat(2 * MEGABYTE)}`
    for (const title of ['A title', '']) await sendAndLeave(post({ title, exampleFiles: [file] }))
    const larger = post({ ignored: 'x'.repeat(2 * MEGABYTE) })
    await expect.poll(async () => (await send(larger))[0], { timeout: 5_000 }).toBe(200)
    await expect.poll(countHeldFiles).toBe(0)
  })
})

describe('A long data string in a large body', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const picture = await sharp({
    create: { width: 900, height: 700, channels: 3, background: 'gray', noise },
  })
    .png()
    .toBuffer()
  const dataUrl = `data:image/png;base64,${picture.toString('base64')}`
  const WRONG = [415, 'Invalid file type']

  it('arrives byte for byte, and the same request twice makes one post', async () => {
    const body = post({ prompt: 'With a picture', exampleFiles: [dataUrl, dataUrl] })
    const [one, two] = [await send(body), await send(body)].map(([status]) => status)
    expect([one, two]).toEqual([200, 200])
    const [row, ...more] = await database.sql<{ exampleFiles: string[] }[]>`
      select example_files from posts where prompt = 'With a picture'`
    expect(more).toEqual([])
    const answer = await app.inject({ url: row?.exampleFiles[0] ?? '' })
    const [stored, given] = await Promise.all(
      [answer.rawPayload, picture].map((bytes) => sharp(bytes).raw().toBuffer()),
    )
    expect(given && stored?.equals(given)).toBe(true)
  })

  it('is refused where it is not written as base64 is, and so is one that claims to be decoded', async () => {
    const filled = (file: string) => post({ exampleFiles: [file], ignored: 'x'.repeat(2 * MEGABYTE) })
    expect(await send(filled(`${dataUrl.slice(0, -8)}!${dataUrl.slice(-7)}`))).toEqual(WRONG)
    expect(await send(filled(`data:image/png;base64,#${randomUUID()}`))).toEqual(WRONG)
  })

  it('is forgotten with its request, whether that was handled or refused', async () => {
    await send(post({ prompt: 'With another picture', exampleFiles: [dataUrl] }))
    await send(post({ title: '', exampleFiles: [dataUrl] }))
    expect(countHeldFiles()).toBe(0)
  })
})
