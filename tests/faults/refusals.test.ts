import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { startServer, temporaryFolder } from '#tests/support/server-process.ts'

it('A port that is taken is said in one line, and nothing stays behind', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const dataDir = await temporaryFolder()
  const server = await startServer({ dataDir, env: { PORT: String(port) } })
  expect(await server.ended).toBe(1)
  expect(server.stderr()).toBe(`Port ${port} is taken: stop the program that uses it, or set PORT\n`)
  const next = await startServer({ dataDir })
  expect(next.stdout()).toMatch(/^Prompt Collection is ready at http:\/\/localhost:\d+\n$/)
})

it('A bad setting is said in one line', async () => {
  const server = await startServer({ env: { RATE_LIMIT_SCALE: 'much', TRUST_PROXY: 'perhaps' } })
  expect(await server.ended).toBe(1)
  expect(server.stderr()).toMatch(/^Bad setting: RATE_LIMIT_SCALE [^\n]*TRUST_PROXY [^\n]*\n$/)
})

it('A folder that cannot be made is said in one line', async () => {
  const server = await startServer({ dataDir: '/dev/null/data' })
  expect(await server.ended).toBe(1)
  expect(server.stderr()).toMatch(/^DATA_DIR \/dev\/null\/data cannot be written \(ENOTDIR\)[^\n]*\n$/)
})

it('A database that is away at the start is said in one line, without its password', async () => {
  const server = await startServer({ env: { DATABASE_URL: 'postgres://someone:secret@127.0.0.1:1/prompts' } })
  expect(await server.ended).toBe(1)
  expect(server.stderr()).toMatch(
    /^The database 127\.0\.0\.1:1\/prompts cannot be used: [^\n]*ECONNREFUSED[^\n]*\n$/,
  )
  expect(server.stderr()).not.toContain('secret')
})
