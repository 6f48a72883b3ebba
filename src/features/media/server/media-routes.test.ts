import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import { seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createAnimatedImage, createTestImage, readVideo, toDataUrl } from '#tests/support/samples.ts'

const database = await createTestDatabase()
const app = await buildTestApp(database)
const headers = await seedSession(database, await seedUser(database))
const original = readVideo()
const published = await app.inject({
  method: 'POST',
  url: '/api/posts',
  headers,
  payload: {
    title: 'Files',
    description: 'Words',
    prompt: 'Do it',
    type: 'Video',
    exampleFiles: [
      toDataUrl(original, 'video/mp4'),
      toDataUrl(await createTestImage(900, 600).png().toBuffer()),
      toDataUrl(await createAnimatedImage('gif'), 'image/gif'),
      toDataUrl(await createAnimatedImage('webp'), 'image/webp'),
    ],
  },
})
const [video = '', picture = '', ...animations] = published.json().exampleFiles as string[]
const bytes = (await app.inject(video)).rawPayload

describe('A video', () => {
  it('is served as an immutable, sandboxed video without its metadata', async () => {
    const { statusCode, headers: responseHeaders, rawPayload } = await app.inject(video)
    expect([statusCode, rawPayload.includes('moov'), rawPayload.includes('Secret')]).toEqual([
      200,
      true,
      false,
    ])
    expect(responseHeaders).toMatchObject({
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
    })
  })

  it.each([
    ['bytes=0-9', 0, 9],
    ['bytes=10-', 10, bytes.length - 1],
    ['bytes=-7', bytes.length - 7, bytes.length - 1],
    ['bytes=5-999999999', 5, bytes.length - 1],
  ])('is served in ranges: %s', async (range, from, to) => {
    const whole = (await app.inject(video)).rawPayload
    const part = await app.inject({ url: video, headers: { range } })
    expect([part.statusCode, part.headers['content-range']]).toEqual([
      206,
      `bytes ${from}-${to}/${bytes.length}`,
    ])
    expect(part.rawPayload.equals(whole.subarray(from, to + 1))).toBe(true)
  })

  it('has no range beyond its end and no thumbnail', async () => {
    const beyond = await app.inject({ url: video, headers: { range: `bytes=${bytes.length}-` } })
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${bytes.length}`])
    expect((await app.inject(`${video}/320.webp`)).statusCode).toBe(404)
  })
})

describe('An image', () => {
  it('has thumbnails in the defined sizes only', async () => {
    const small = await app.inject(`${picture}/320.webp`)
    expect([small.statusCode, small.headers['content-type']]).toEqual([200, 'image/webp'])
    expect(small.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    for (const size of ['321.webp', '321-still.webp', '320-moving.webp', '320.png', '1e2.webp', '%2e%2e'])
      expect((await app.inject(`${picture}/${size}`)).statusCode, size).toBe(404)
  })

  it('has a thumbnail that moves and one that stands still if it is animated', async () => {
    for (const animation of animations) {
      const framesOf = async (size: string) =>
        (await sharp((await app.inject(`${animation}/${size}`)).rawPayload).metadata()).pages ?? 1
      expect([await framesOf('320.webp'), await framesOf('320-still.webp')]).toEqual([3, 1])
    }
  })
})
