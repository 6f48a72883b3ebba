import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type ClientRequest, get, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '#server/database/connect.ts'
import { startEmbeddedDatabase } from '#server/database/embedded.ts'
import { migrate } from '#server/database/migrate.ts'
import { errorLogger } from '#server/log.ts'
import { siteVersion } from '#server/version.ts'
import { seedPost, seedSession, seedUser } from '../support/builders.ts'
import { filterRunningPids, findWorkers, killProcesses, listDescendants } from '../support/processes.ts'
import {
  createTemporaryFolder,
  fetchHealthStatus,
  type ServerProcess,
  startServer,
} from '../support/server-process.ts'
import { waitUntil } from '../support/wait-until.ts'
import { startWriters } from '../support/writers.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'prompts-workers-'))
const { url, stop } = await startEmbeddedDatabase({ dataDir: folder, log: errorLogger, durable: false })
const database = openDatabase({ url, max: 5 })
await migrate(database, errorLogger)
afterAll(async () => {
  await database.close()
  await stop()
  await rm(folder, { recursive: true, force: true })
})

let member: { id: number; headers: Record<string, string> }
beforeEach(async () => {
  const { id } = await seedUser(database)
  member = { id, headers: await seedSession(database, { id }) }
})

const start = async (env: NodeJS.ProcessEnv = {}) =>
  startServer({
    dataDir: await createTemporaryFolder(),
    env: { DATABASE_URL: url, RATE_LIMIT_SCALE: '0', WORKERS: '2', ...env },
  })

/** Sends a request over a new connection, which any worker may accept. */
const fetchAnew = (server: ServerProcess, at: string, options: RequestInit = {}): Promise<Response> =>
  fetch(server.url + at, { ...options, headers: { ...options.headers, connection: 'close' } })

/** Looks up in the log which worker sent a response, and returns the worker's PID. */
const workerThatAnswered = async (server: ServerProcess, response: Response): Promise<number> => {
  const id = response.headers.get('x-request-id') ?? '?'
  const find = () =>
    server
      .stderr()
      .split('\n')
      .find((line) => line.includes(id) && line.endsWith('}'))
  await waitUntil(() => find() !== undefined, 5)
  return Number(JSON.parse(find() ?? '{}').pid)
}

/** Returns how many workers accept requests, according to the metrics. */
const readyWorkers = async (server: ServerProcess): Promise<number> => {
  const metrics = await fetchAnew(server, '/metrics').then(
    (response) => response.text(),
    () => '',
  )
  return metrics.match(/^process_cpu_seconds_total\{/gm)?.length ?? 0
}

/** Sends the last byte and returns the status. Throws if the connection was lost. */
type FinishComment = () => Promise<number>

/** Starts posting a comment. */
const beginComment = async (server: ServerProcess, postId: number): Promise<FinishComment> => {
  const body = JSON.stringify({ postId, content: `Words ${Math.random()}` })
  const sent: ClientRequest = request(`${server.url}/api/comments`, {
    method: 'POST',
    agent: false,
    headers: {
      ...member.headers,
      origin: `http://localhost:${server.port}`,
      'content-type': 'application/json',
      'content-length': body.length,
    },
  })
  const status = once(sent, 'response').then(([response]) => {
    ;(response as IncomingMessage).resume()
    return (response as IncomingMessage).statusCode ?? 0
  })
  // The connection may be lost before the comment is finished.
  status.catch(() => {})
  sent.on('error', () => {})
  sent.write(body.slice(0, -1))
  await once(sent, 'socket')
  // Nothing shows that a worker has received the connection.
  await delay(50)
  return () => {
    sent.end(body.slice(-1))
    return status
  }
}

/** Opens a notification stream; `text` returns the data received so far. */
const openStream = async (server: ServerProcess, headers = member.headers) => {
  const opened = get(`${server.url}/api/notifications/stream`, { agent: false, headers })
  const [response] = (await once(opened, 'response')) as [IncomingMessage]
  let text = ''
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  response.on('error', () => {})
  onTestFinished(() => void opened.destroy())
  return { status: response.statusCode, text: () => text }
}

describe('A server with several workers', () => {
  it('says once that it is ready, and shares requests among the workers', { tags: 'full' }, async () => {
    const server = await start()
    expect(server.stdout()).toBe(
      `Prompt Collection ${siteVersion} is ready at http://localhost:${server.port}\n`,
    )
    expect(findWorkers(server.pid)).toHaveLength(2)
    const workers = new Set<number>()
    await waitUntil(async () => {
      workers.add(await workerThatAnswered(server, await fetchAnew(server, '/api/user/sessions')))
      return workers.size === 2
    })
    expect([...workers].toSorted()).toEqual(findWorkers(server.pid).toSorted())
  })

  it('replaces a worker that is killed, while requests of the other one go on', {
    tags: 'full',
  }, async () => {
    const server = await start()
    const { id } = await seedPost(database)
    const results = new Set<number>()
    // Now and then, one worker gets all connections. Then another round follows.
    while (results.size < 2) {
      const [first = 0, second = 0] = findWorkers(server.pid)
      const comments: FinishComment[] = []
      for (let n = 0; n < 4; n += 1) comments.push(await beginComment(server, id))
      killProcesses(first)
      await waitUntil(() => !findWorkers(server.pid).includes(first))
      for (const status of await Promise.all(comments.map((finish) => finish().catch(() => 0))))
        results.add(status)
      await waitUntil(async () => (await readyWorkers(server)) === 2)
      expect(findWorkers(server.pid)).toContain(second)
    }
    expect([...results].toSorted()).toEqual([0, 200])
    await waitUntil(() => server.stderr().includes('A worker ended; starting another'))
    expect(server.child.exitCode).toBe(null)
  })

  it('loses no acknowledged write when workers are killed under load', { tags: 'full' }, async () => {
    const server = await start()
    const writers = await startWriters(server, database, 8)
    const countResets = () => writers.statuses.get(0) ?? 0
    for (let round = 0; round < 3; round += 1) {
      const resets = countResets()
      // Members write to both workers meanwhile.
      await delay(700)
      // Killing a worker resets connections until the leader notices it, but not once another one has replaced it.
      expect(countResets()).toBe(resets)
      const victim = findWorkers(server.pid)[round % 2] ?? 0
      killProcesses(victim)
      await waitUntil(() => !findWorkers(server.pid).includes(victim), 5)
      await waitUntil(async () => (await readyWorkers(server)) === 2)
    }
    const resets = countResets()
    // Members go on writing after the last kill.
    await delay(1_000)
    await writers.stop()
    expect(countResets()).toBe(resets)
    expect(writers.acknowledged()).toBeGreaterThan(20)
    expect(await writers.listLost(database)).toEqual([])
    const responses = [...writers.statuses].filter(([status]) => status !== 0).map(([status]) => status)
    expect(responses.filter((status) => status !== 200)).toEqual([])
    // No connection belongs to a worker before it has accepted it, so no client waits forever.
    expect(writers.slowest()).toBeLessThan(20_000)
  })

  it('finishes the requests of all workers on SIGTERM', { tags: 'full' }, async () => {
    const server = await start()
    const { id } = await seedPost(database)
    const comments = [await beginComment(server, id), await beginComment(server, id)]
    server.child.kill('SIGTERM')
    // While the workers shut down, no request may hang.
    await waitUntil(async () => (await fetchHealthStatus(server)) === 0, 5)
    expect(await Promise.all(comments.map((finish) => finish()))).toEqual([200, 200])
    expect(await server.ended).toBe(0)
  })

  it('leaves no process behind when its leader is killed', { tags: 'full' }, async () => {
    const server = await start({ DATABASE_URL: '' })
    const children = listDescendants(server.pid)
    expect(findWorkers(server.pid)).toHaveLength(2)
    killProcesses(server.pid)
    await server.ended
    await waitUntil(() => filterRunningPids(children).length === 0, 10)
  })

  it('ends with a message when its workers end again and again', { tags: 'full' }, async () => {
    const server = await start()
    while (server.child.exitCode === null) {
      killProcesses(...findWorkers(server.pid))
      // A new worker starts and is killed again.
      await delay(50)
    }
    expect(await server.ended).toBe(1)
    expect(server.stderr()).toContain('The workers end again and again, so the server stops. See the log.\n')
  })
})

describe('Two workers', () => {
  it('show a member their own writes, and visitors within seconds', { tags: 'full' }, async () => {
    const server = await start()
    const { id } = await seedPost(database)
    const content = 'Words that both workers show'
    const written = await fetchAnew(server, '/api/comments', {
      method: 'POST',
      headers: {
        ...member.headers,
        origin: `http://localhost:${server.port}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ postId: id, content }),
    })
    expect(written.status).toBe(200)
    const workers = new Set<number>()
    await waitUntil(async () => {
      const response = await fetchAnew(server, `/post/${id}`, { headers: member.headers })
      expect(await response.text()).toContain(content)
      workers.add(await workerThatAnswered(server, response))
      return workers.size === 2
    })
    const visitorsSeeIt = async () => {
      const pages = [await fetchAnew(server, `/post/${id}`), await fetchAnew(server, `/post/${id}`)]
      const texts = await Promise.all(pages.map((page) => page.text()))
      return texts.every((text) => text.includes(content))
    }
    await waitUntil(visitorsSeeIt, 70)
  })

  it('notify the open pages of both', { tags: 'full' }, async () => {
    const server = await start()
    const { id } = await seedPost(database, { by: member })
    // No worker keeps more than ten streams of a member open, so the twelve are open in both.
    const streams: Awaited<ReturnType<typeof openStream>>[] = []
    while (streams.length < 12) {
      const stream = await openStream(server)
      if (stream.status === 200) streams.push(stream)
    }
    const other = await seedSession(database, await seedUser(database))
    let comments = 0
    await waitUntil(async () => {
      // A worker that does not listen yet misses the first ones.
      comments += 1
      const { status } = await fetchAnew(server, '/api/comments', {
        method: 'POST',
        headers: { ...other, origin: `http://localhost:${server.port}`, 'content-type': 'application/json' },
        body: JSON.stringify({ postId: id, content: `Well done ${comments}` }),
      })
      expect(status).toBe(200)
      return streams.every(({ text }) => text().includes('event: changed'))
    })
  })

  it('count rate limits together', { tags: 'full' }, async () => {
    const server = await start({ RATE_LIMIT_SCALE: '0.01' })
    const statuses: number[] = []
    for (let n = 0; n < 8; n += 1)
      statuses.push((await fetchAnew(server, '/api/search?q=words', { headers: member.headers })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429])
  })

  it('serve a crawler as many pages together as one process would, and then lower it', {
    tags: 'full',
  }, async () => {
    const server = await start({
      RATE_LIMIT_SCALE: '1',
      TRUST_PROXY: '1',
      VISITOR_REQUESTS_PER_NETWORK: '20',
      VISITOR_REQUESTS_PER_USER_AGENT: '0',
    })
    const crawl = (n: number) =>
      fetchAnew(server, `/api/search?q=word${n}`, { headers: { 'x-forwarded-for': `192.0.2.${n % 200}` } })
    for (let n = 0; n < 60; n += 1) expect((await crawl(n)).status).toBe(200)
    const metrics = await (await fetchAnew(server, '/metrics')).text()
    const count = (result: string) =>
      [...metrics.matchAll(new RegExp(`^visitor_requests_total\\{.*result="${result}".*\\} (\\d+)`, 'gm'))]
        .map(([, value]) => Number(value))
        .reduce((sum, value) => sum + value, 0)
    // The budgets are refilled by one request in three seconds.
    expect(count('normal')).toBeGreaterThanOrEqual(20)
    expect(count('normal')).toBeLessThan(40)
    expect(count('normal') + count('lowered')).toBe(60)
  })

  it('report the metrics of both', { tags: 'full' }, async () => {
    const server = await start()
    for (let n = 0; n < 6; n += 1) await fetchAnew(server, '/api/user/sessions', { headers: member.headers })
    const metrics = await (await fetchAnew(server, '/metrics')).text()
    const counts = metrics.matchAll(
      /^http_request_duration_seconds_count\{method="GET",route="\/api\/user\/sessions",status="200",worker="[12]"\} (\d+)$/gm,
    )
    expect([...counts].reduce((sum, [, count]) => sum + Number(count), 0)).toBe(6)
    for (const worker of [1, 2])
      expect(metrics).toContain(
        `work_queue_jobs{queue="expensive reads",state="running",worker="${worker}"} 0\n`,
      )
  })
})
