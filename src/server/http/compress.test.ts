import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { chooseEncoding, registerCompression } from './compress.ts'

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=1.0, gzip;q=0.8, *;q=0.1', 'br'],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['x-gzip', 'identity'],
  ['gzip;q=0', 'identity'],
  ['gzip; q=0.000', 'identity'],
  ['gzip;q=0.001', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0,gzip;Q=0', 'identity'],
  ['identity', 'identity'],
  ['*', 'identity'],
  ['', 'identity'],
  [undefined, 'identity'],
  ['brotli', 'identity'],
])('negotiates "%s" as %s', (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding)
})

it('compresses nothing while the process is late', async () => {
  let lag = 0
  const app = Fastify()
  registerCompression(app, () => lag)
  app.get('/', (_, reply) => reply.type('text/html').send('<p>'.repeat(1_000)))
  const encodingOf = async () =>
    (await app.inject({ url: '/', headers: { 'accept-encoding': 'br' } })).headers['content-encoding']
  expect(await encodingOf()).toBe('br')
  lag = 500
  expect(await encodingOf()).toBeUndefined()
  await app.close()
})

it.each([
  ['br', 2_000, brotliDecompressSync],
  ['br', 100_000, brotliDecompressSync],
  ['gzip', 2_000, gunzipSync],
  ['gzip', 100_000, gunzipSync],
])(
  'compresses with %s a text of %i characters, on whichever thread',
  async (encoding, length, decompress) => {
    const text = 'é'.repeat(length)
    const app = Fastify()
    registerCompression(app, () => 0)
    app.get('/', (_, reply) => reply.type('text/html').send(text))
    const { headers, rawPayload } = await app.inject({ url: '/', headers: { 'accept-encoding': encoding } })
    expect(headers).toMatchObject({
      'content-encoding': encoding,
      'content-length': String(rawPayload.length),
    })
    expect(decompress(rawPayload).toString()).toBe(text)
    await app.close()
  },
)
