import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { startEmbeddedDatabase } from '#server/database/embedded.ts'
import { errorLogger } from '#server/log.ts'
import { createTemporaryFolder, fetchHealthStatus, startServer } from '../support/server-process.ts'
import { waitUntil } from '../support/wait-until.ts'

it('reports a port in use in one line and leaves nothing behind', { tags: 'full' }, async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const dataDir = await createTemporaryFolder()
  const server = await startServer({ dataDir, env: { PORT: String(port) } })
  expect(await server.ended).toBe(1)
  expect(server.stderr()).toBe(
    `Port ${port} is already in use. Stop the program that uses it, or set PORT.\n`,
  )
  const next = await startServer({ dataDir })
  expect(next.stdout()).toMatch(/^Prompt Collection \d+\.\d+\.\S+ is ready at http:\/\/localhost:\d+\n$/)
})

it('reports invalid settings in one line', async () => {
  const server = await startServer({ env: { RATE_LIMIT_SCALE: 'much', TRUST_PROXY: 'perhaps' } })
  expect(await server.ended).toBe(1)
  expect(server.stderr()).toMatch(/^Invalid settings: RATE_LIMIT_SCALE [^\n]*TRUST_PROXY [^\n]*\n$/)
})

it.each([
  ['/dev/null/data', 'ENOTDIR'],
  ['/proc/nothing/data', 'ENOENT'],
])('reports a folder that cannot be created, %s, in one line', async (dataDir, code) => {
  const server = await startServer({ dataDir })
  expect(await server.ended).toBe(1)
  expect(server.stderr()).toMatch(new RegExp(`^DATA_DIR ${dataDir} is not writable \\(${code}\\)[^\\n]*\\n$`))
})

it('reports a database that is unavailable at startup in one line, without its password', {
  tags: 'full',
}, async () => {
  const server = await startServer({ env: { DATABASE_URL: 'postgres://someone:secret@127.0.0.1:1/prompts' } })
  expect(await server.ended).toBe(1)
  expect(server.stderr()).toMatch(
    /^The database 127\.0\.0\.1:1\/prompts cannot be used: [^\n]*ECONNREFUSED[^\n]*\n$/,
  )
  expect(server.stderr()).not.toContain('secret')
})

it('warns of a read replica that is unavailable or not PostgreSQL, and starts', {
  tags: 'full',
}, async () => {
  const dataDir = await createTemporaryFolder()
  const database = await startEmbeddedDatabase({ dataDir, log: errorLogger, durable: false })
  onTestFinished(() => database.stop())
  const web = await listening((socket) => {
    socket.on('error', () => {}).once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  })
  for (const port of [1, web]) {
    const replica = `postgres://someone:secret@127.0.0.1:${port}/copy`
    const server = await startServer({
      dataDir,
      env: { DATABASE_URL: database.url, DATABASE_READ_URL: replica },
    })
    expect(server.stdout()).toContain(' is ready at ')
    await waitUntil(() => server.stderr().includes(`"replica":"127.0.0.1:${port}/copy"`))
    expect(server.stderr()).toContain('Reading from the primary instead of a replica')
    expect(server.stderr()).not.toContain('secret')
    server.child.kill('SIGTERM')
    await server.ended
  }
})

const listening = async (answer: (socket: Socket) => void): Promise<number> => {
  const server = createServer(answer).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

it.each([
  ['responds like a web server', (socket: Socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ['hangs up', (socket: Socket) => socket.destroy()],
  ['says nothing', () => {}],
])(
  'promptly reports a database address where something %s, in one line',
  { tags: 'full' },
  async (_, answer) => {
    const open = new Set<Socket>()
    onTestFinished(() => {
      for (const socket of open) socket.destroy()
    })
    const port = await listening((socket) => {
      open.add(socket.on('error', () => {}).on('close', () => open.delete(socket)))
      socket.once('data', () => answer(socket))
    })
    const began = Date.now()
    const server = await startServer({ env: { DATABASE_URL: `postgres://a:secret@127.0.0.1:${port}/x` } })
    expect(await server.ended).toBe(1)
    expect(server.stderr()).toMatch(
      new RegExp(`^The database 127\\.0\\.0\\.1:${port}/x cannot be used: [^\\n]+\\n$`),
    )
    expect(server.stderr()).not.toContain('secret')
    // The server waits for at most ten seconds.
    expect(Date.now() - began).toBeLessThan(40_000)
  },
)

it('waits for a database that starts some seconds later', { tags: 'full' }, async () => {
  const dataDir = await createTemporaryFolder()
  const database = await startEmbeddedDatabase({ dataDir, log: errorLogger, durable: false })
  onTestFinished(() => database.stop())
  const folder = new URL(database.url).searchParams.get('host')
  const from = Date.now() + 6_000
  // A container's port behaves like this before the database inside it listens.
  const port = await listening((socket) => {
    if (Date.now() < from) return void socket.once('data', () => socket.end())
    const inner = connect(`${folder}/.s.PGSQL.5432`)
    for (const side of [socket, inner]) side.on('error', () => {})
    socket.pipe(inner).pipe(socket)
  })
  const { username, password, pathname } = new URL(database.url)
  const url = `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`
  const server = await startServer({ dataDir, env: { DATABASE_URL: url } })
  expect(server.stderr()).toBe('')
  expect(await fetchHealthStatus(server)).toBe(200)
  expect(Date.now()).toBeGreaterThan(from)
})
