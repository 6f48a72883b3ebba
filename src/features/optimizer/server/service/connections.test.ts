import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { startAiService } from '#tests/support/ai-service.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'

const database = await createTestDatabase()
const ai = await startAiService()
afterAll(ai.stop)
const app = await buildTestApp(database, { ...ai.env, OPTIMIZER_AT_ONCE: '2' })
await app.listen({ port: 0, host: '127.0.0.1' })
const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`

beforeEach(() => {
  Object.assign(ai, { next: [], always: { does: 'answers' }, aborted: 0, maxConcurrent: 0 })
})

const send = async (accept: string, signal?: AbortSignal) =>
  fetch(`${origin}/api/optimize-prompt`, {
    method: 'POST',
    headers: {
      ...(await seedSession(database, await seedUser(database))),
      'content-type': 'application/json',
      accept,
    },
    body: JSON.stringify({ prompt: 'Write a poem' }),
    ...(signal ? { signal } : {}),
  })

describe('A client that disconnects', () => {
  it.each([
    ['before the first piece', 'text/event-stream', { does: 'hangs' }],
    ['from a JSON request', 'application/json', { does: 'hangs' }],
    [
      'in the middle of the stream',
      'text/event-stream',
      { does: 'answers', text: 'x'.repeat(500), pieces: 500, everyMs: 20 },
    ],
  ] as const)('%s aborts the request to the service', async (_, accept, behaviour) => {
    ai.always = behaviour
    const leaving = new AbortController()
    const answer = send(accept, leaving.signal).then(async (response) => {
      for await (const _piece of response.body ?? []) leaving.abort()
    })
    await expect.poll(() => ai.running).toBe(1)
    if (behaviour.does === 'hangs') leaving.abort()
    await expect(answer).rejects.toThrow()
    await expect.poll(() => [ai.running, ai.aborted]).toEqual([0, 1])
  })

  it('leaves no log row and releases its slot', async () => {
    await expect.poll(() => ai.running).toBe(0)
    expect((await send('application/json')).status).toBe(200)
    const [row] = await database.sql`select count(*)::integer as count from prompt_optimization_logs`
    expect(row?.count).toBe(1)
  })
})

describe('Concurrent requests', () => {
  it('run two at a time, with eight queued and the rest rejected', async () => {
    const { promise: after, resolve: answerAll } = Promise.withResolvers<void>()
    ai.always = { does: 'answers', text: 'Better', after }
    let settled = 0
    const sent = Array.from({ length: 14 }, () => send('application/json').finally(() => (settled += 1)))
    // The slots are free again only after every request has arrived.
    await expect.poll(() => settled).toBe(4)
    answerAll()
    const answers = await Promise.all(sent)
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(10).fill(200), ...Array(4).fill(503)])
    expect(ai.maxConcurrent).toBe(2)
    const refused = answers.find(({ status }) => status === 503)
    expect(refused?.headers.get('retry-after')).toBe('15')
    expect(await refused?.json()).toMatchObject({
      message: 'Too many prompts are being optimized right now. Please try again in a moment.',
    })
  })
})

describe('The hourly limit', () => {
  it('applies per member and responds with 429 and Retry-After', async () => {
    const limited = await buildTestApp(database, {
      ...ai.env,
      OPTIMIZER_PER_HOUR: '3',
      RATE_LIMIT_SCALE: '1',
    })
    const headers = await seedSession(database, await seedUser(database))
    const ask = (as: Record<string, string>) =>
      limited.inject({ method: 'POST', url: '/api/optimize-prompt', headers: as, payload: { prompt: 'x' } })
    const statuses: number[] = []
    for (let n = 0; n < 4; n += 1) statuses.push((await ask(headers)).statusCode)
    expect(statuses).toEqual([200, 200, 200, 429])
    expect(Number((await ask(headers)).headers['retry-after'])).toBeGreaterThan(3_000)
    expect((await ask(await seedSession(database, await seedUser(database)))).statusCode).toBe(200)
  })
})

describe('A shutdown', () => {
  it('does not wait for running completions', async () => {
    const stopping = await buildTestApp(database, ai.env)
    ai.always = { does: 'hangs' }
    const headers = await seedSession(database, await seedUser(database))
    const answer = stopping.inject({
      method: 'POST',
      url: '/api/optimize-prompt',
      headers,
      payload: { prompt: 'x' },
    })
    await expect.poll(() => ai.running).toBe(1)
    await stopping.close()
    expect((await answer).statusCode).toBe(503)
  })
})
