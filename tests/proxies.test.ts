import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { buildTestApp } from './support/app.ts'
import { hasCaddy, startCaddy } from './support/caddy.ts'
import { createTestDatabase } from './support/database.ts'
import { findFreePort } from './support/free-port.ts'
import {
  clearMessages,
  exchange,
  lastMessages,
  malformedMessages,
  NEXT,
  type RawResponse,
} from './support/message-syntax.ts'
import { nginxPath, readRecommendedLocation, startNginx } from './support/nginx.ts'
import { createTemporaryFolder } from './support/server-process.ts'

const app = await buildTestApp(await createTestDatabase(), {
  TRUST_PROXY: '1',
  PUBLIC_URL: 'http://localhost',
})
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo
/** The paths of the requests that have reached the site. */
const seen: string[] = []
app.server.on('request', ({ url }) => seen.push(url ?? ''))

const messages: Record<string, string> = {
  ...malformedMessages,
  ...Object.fromEntries(Object.entries(clearMessages).map(([name, [message]]) => [name, message])),
  ...lastMessages,
}

/** The statuses for what a proxy does not implement: a transfer coding and a version of HTTP. */
const NOT_IMPLEMENTED = [501, 505]

const isFromSite = ({ head }: RawResponse) => /\r\ncontent-security-policy: default-src 'none'/i.test(head)

/** Sends each message through a proxy and returns those that the site could not be confused by, but read. */
const sendAll = async (proxy: number): Promise<string[]> => {
  const forwarded: string[] = []
  for (const [name, message] of Object.entries(messages)) {
    seen.length = 0
    const responses = await exchange(proxy, message)
    const details = `${name}: ${responses.map(({ status }) => status)}, and the site saw ${seen}`
    for (const { status } of responses)
      expect(status < 500 || NOT_IMPLEMENTED.includes(status), details).toBe(true)
    // The site sees the message at most once, and the next request only if that has its own response.
    expect(seen.filter((url) => url !== NEXT).length, details).toBeLessThanOrEqual(1)
    const [first, next] = responses
    expect(responses.length, details).toBeLessThanOrEqual(2)
    expect(seen.filter((url) => url === NEXT).length, details).toBe(next ? 1 : 0)
    if (next) expect([next.status, isFromSite(next)], details).toEqual([404, true])
    if (first && isFromSite(first)) forwarded.push(name)
    // The proxy's connections to the site are still in step.
    const other = await fetch(`http://localhost:${proxy}/api/topics`)
    expect([other.status, Array.isArray(await other.json())], details).toEqual([200, true])
  }
  return forwarded.filter((name) => name in malformedMessages)
}

describe('a message that two readers could understand differently', () => {
  it.skipIf(!nginxPath)('is rejected or rewritten by nginx as docs/operating.md sets it up', async () => {
    const proxy = await findFreePort()
    await startNginx(proxy, [port], await createTemporaryFolder(), readRecommendedLocation())
    expect(await sendAll(proxy)).toEqual(['a bare line feed in a field', 'a field without a colon'])
  })

  it.skipIf(!hasCaddy)(
    'is rejected or rewritten by Caddy as deploy/Caddyfile sets it up',
    { tags: ['full'] },
    async () => {
      const proxy = await findFreePort()
      await startCaddy(proxy, port, await createTemporaryFolder())
      expect(await sendAll(proxy)).toEqual([
        'a length and chunks',
        'a folded line',
        'a bare line feed in a field',
        'a field without a name',
        'a field of 100,000 bytes',
      ])
    },
  )
})
