import type dns from 'node:dns'
import { describe, expect, it } from 'vitest'
import { startWebhookReceiver } from '#tests/support/webhook-receiver.ts'
import { findUrlProblem, isPublicAddress, postToPublicUrl } from './post-to-public-url.ts'

const signal = new AbortController().signal
const options = { headers: {}, body: '{}', timeoutMs: 30_000, signal }

describe('isPublicAddress', () => {
  it.each(['8.8.8.8', '1.1.1.1', '2001:4860:4860::8888', '2606:4700::1111', '::ffff:8.8.8.8'])(
    'accepts %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )

  it.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '100.100.100.200',
    '192.0.0.192',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '168.63.129.16',
    '::',
    '::1',
    '::7f00:1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:0:7f00:1',
    '::ffff:169.254.169.254',
    '64:ff9b::7f00:1',
    '64:ff9b:1::a00:1',
    '2002:7f00:1::',
    '2001::1',
    '2001:db8::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '100::1',
    '4000::1',
    '',
    'example.org',
    '127.1.example',
  ])('rejects %s', (address) => expect(isPublicAddress(address)).toBe(false))
})

describe('findUrlProblem', () => {
  const find = (url: string) => findUrlProblem(url, { allowsPrivate: false })

  it.each([
    'https://example.org/hook',
    'https://example.org:8443/hook?key=1',
    'https://bücher.example/hook',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
    'https://hooks.internal.example.org/',
  ])('accepts %s', (url) => expect(find(url)).toBeNull())

  it.each([
    ['http://example.org/', 'not-https'],
    ['ftp://example.org/', 'invalid-url'],
    ['javascript:alert(1)', 'invalid-url'],
    ['https://', 'invalid-url'],
    ['https://user:password@example.org/', 'invalid-url'],
    ['https://localhost/', 'private-address'],
    ['https://localhost./', 'private-address'],
    ['https://LOCALHOST/', 'private-address'],
    ['https://app.localhost/', 'private-address'],
    ['https://database/', 'private-address'],
    ['https://database./', 'private-address'],
    ['https://printer.local/', 'private-address'],
    ['https://metadata.google.internal/', 'private-address'],
    ['https://127.1/', 'private-address'],
    ['https://0x7f.1/', 'private-address'],
    ['https://0x7f000001/', 'private-address'],
    ['https://2130706433/', 'private-address'],
    ['https://017700000001/', 'private-address'],
    ['https://0/', 'private-address'],
    ['https://①②⑦.0.0.1/', 'private-address'],
    ['https://127.0.0.1./', 'private-address'],
    ['https://[::ffff:127.0.0.1]/', 'private-address'],
    ['https://[::]/', 'private-address'],
    ['https://[fd00::1]/', 'private-address'],
    ['https://169.254.169.254/latest/meta-data', 'private-address'],
  ])('rejects %s', (url, problem) => expect(find(url)).toBe(problem))

  it('accepts plain http and private addresses if the site allows them, but no passwords', () => {
    const findHere = (url: string) => findUrlProblem(url, { allowsPrivate: true })
    expect(findHere('http://127.0.0.1:8080/')).toBeNull()
    expect(findHere('http://database/')).toBeNull()
    expect(findHere('http://user@database/')).toBe('invalid-url')
  })
})

describe('postToPublicUrl', () => {
  const resolveTo =
    (...addresses: string[]) =>
    (
      _name: string,
      _options: dns.LookupAllOptions,
      done: (error: null, found: dns.LookupAddress[]) => void,
    ) =>
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )

  it.each([[['127.0.0.1']], [['8.8.8.8', '127.0.0.1']], [['::ffff:127.0.0.1']], [['169.254.169.254']], [[]]])(
    'opens no connection if a name has come to lead to %j',
    async (addresses) => {
      const receiver = await startWebhookReceiver()
      const url = receiver.url.replace('http://127.0.0.1', 'https://example.org')
      expect(findUrlProblem(url, { allowsPrivate: false })).toBeNull()
      await expect(
        postToPublicUrl(url, { ...options, allowsPrivate: false, resolve: resolveTo(...addresses) }),
      ).rejects.toMatchObject({ code: 'private-address' })
      expect(receiver.received).toEqual([])
    },
  )

  it('rejects an address of this machine, also if it was stored when that was allowed', async () => {
    const receiver = await startWebhookReceiver()
    const url = receiver.url.replace('http:', 'https:')
    await expect(postToPublicUrl(url, { ...options, allowsPrivate: false })).rejects.toMatchObject({
      code: 'private-address',
    })
    await expect(postToPublicUrl(receiver.url, { ...options, allowsPrivate: false })).rejects.toThrow(
      'not-https',
    )
    expect(receiver.received).toEqual([])
  })

  it('speaks the protocol of the address, also if that is written in capitals', async () => {
    const receiver = await startWebhookReceiver()
    const post = (url: string) => postToPublicUrl(url, { ...options, allowsPrivate: true })
    expect(await post(receiver.url.replace('http:', 'HTTP:'))).toBe(204)
    const codeOf = async (protocol: string): Promise<unknown> =>
      post(receiver.url.replace('http:', protocol)).catch(({ code }) => code)
    const code = await codeOf('https:')
    expect(code).not.toBe('ERR_INVALID_PROTOCOL')
    expect(await codeOf('HTTPS:')).toBe(code)
  })

  it('returns the status, and follows no redirect', async () => {
    const [receiver, other] = [await startWebhookReceiver(), await startWebhookReceiver()]
    receiver.answer = (response) => response.writeHead(307, { location: other.url }).end()
    expect(await postToPublicUrl(receiver.url, { ...options, allowsPrivate: true })).toBe(307)
    receiver.answer = (response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end()
    expect(await postToPublicUrl(receiver.url, { ...options, allowsPrivate: true })).toBe(302)
    expect(other.received).toEqual([])
  })

  it('does not read an answer of any size, and closes the connection', async () => {
    const receiver = await startWebhookReceiver()
    const closed = Promise.withResolvers<number>()
    receiver.answer = (response, { socket }) => {
      response.writeHead(200, { 'content-type': 'text/plain' })
      response.on('close', () => closed.resolve(socket.bytesWritten))
      const write = () => {
        while (response.write('x'.repeat(65_536)));
        response.once('drain', write)
      }
      write()
    }
    expect(await postToPublicUrl(receiver.url, { ...options, allowsPrivate: true })).toBe(200)
    // The buffers of both sockets.
    expect(await closed.promise).toBeLessThan(50_000_000)
  })

  it('gives up on a receiver that accepts the connection and says nothing', async () => {
    const receiver = await startWebhookReceiver()
    receiver.answer = () => {}
    await expect(
      postToPublicUrl(receiver.url, { ...options, timeoutMs: 50, allowsPrivate: true }),
    ).rejects.toMatchObject({ name: 'AbortError' })
  })
})
