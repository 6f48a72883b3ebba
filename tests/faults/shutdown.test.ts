import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { waitUntil } from '../support/wait-until.ts'

const start = () => startServer({ program: 'tests/faults/slow-server.ts' })

const ask = async (
  server: ServerProcess,
  milliseconds: number,
  agent?: Agent,
): Promise<number | undefined> => {
  const [response] = (await once(get(`${server.url}/slow?ms=${milliseconds}`, { agent }), 'response')) as [
    IncomingMessage,
  ]
  response.resume()
  await once(response, 'end')
  return response.statusCode
}

const isRefused = (server: ServerProcess) =>
  fetch(`${server.url}/slow?ms=0`).then(
    () => false,
    () => true,
  )

it('finishes a running request before the server exits', async () => {
  const server = await start()
  const answer = ask(server, 1500)
  await waitUntil(() => server.stdout().includes('running'))
  server.child.kill('SIGTERM')
  await waitUntil(() => isRefused(server))
  expect(await answer).toBe(200)
  expect(await server.ended).toBe(0)
  expect(server.stdout()).toContain('pools closed')
})

it('idle connections, used or unused, do not keep the server alive', { tags: 'full' }, async () => {
  const server = await start()
  const agent = new Agent({ keepAlive: true })
  expect(await ask(server, 0, agent)).toBe(200)
  const unused = connect(server.port, '127.0.0.1')
  unused.on('error', () => {})
  await once(unused, 'connect')
  // Nothing shows that the server has accepted the connection.
  await delay(100)
  const since = Date.now()
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  // A connection that kept the server alive would delay its exit by ten seconds.
  expect(Date.now() - since).toBeLessThan(9_000)
  agent.destroy()
})

it('aborts a request that is still running after ten seconds', { tags: 'full' }, async () => {
  const server = await start()
  const answer = ask(server, 50_000)
  answer.catch(() => {})
  await waitUntil(() => server.stdout().includes('running'))
  const since = Date.now()
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  await expect(answer).rejects.toThrow()
  expect(Date.now() - since).toBeGreaterThan(9000)
  // The request would end after 50 seconds.
  expect(Date.now() - since).toBeLessThan(40_000)
})

it('a second signal stops the server immediately, a duplicate of the first does not', {
  tags: 'full',
}, async () => {
  const server = await start()
  ask(server, 50_000).catch(() => {})
  await waitUntil(() => server.stdout().includes('running'))
  server.child.kill('SIGINT')
  server.child.kill('SIGTERM')
  // A second signal within a second counts as a duplicate.
  await delay(1200)
  expect(server.child.exitCode).toBe(null)
  server.child.kill('SIGINT')
  expect(await server.ended).toBe(1)
})
