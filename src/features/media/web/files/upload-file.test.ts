import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setTransport } from '#web/api-client.ts'
import { uploadFile } from './upload-file.ts'

type Answer = { status: number; body?: object } | 'no connection' | 'no answer'
const upload = { id: 'u1', type: 'image/png', size: 4, received: 0, url: null }

/** Answers requests in order; the last answer also answers all further ones. */
const answerWith = (...answers: Answer[]) => {
  const sentAt: number[] = []
  setTransport(async (_, { method, signal }) => {
    if (method === 'DELETE') return { status: 200, body: '{}' }
    const answer = answers[Math.min(sentAt.length, answers.length - 1)]
    sentAt.push(Date.now())
    if (answer === 'no connection' || !answer) throw new TypeError('Failed to fetch')
    if (answer === 'no answer')
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    return { status: answer.status, body: JSON.stringify(answer.body ?? {}) }
  })
  return sentAt
}

/** Uploads a file and returns how it ended, and after how many seconds. */
const run = async () => {
  const { signal } = new AbortController()
  const startedAt = Date.now()
  const outcome = uploadFile(new Blob(['abcd']), { signal, onProgress: () => {} }).then(
    (url) => url,
    () => 'failed',
  )
  const ended = outcome.then((result) => [result, (Date.now() - startedAt) / 1_000] as const)
  await vi.advanceTimersByTimeAsync(120_000)
  return Promise.race([ended, Promise.resolve(['still trying', 120] as const)])
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('An upload', () => {
  it.each([
    ['the server fails', [{ status: 503 }]],
    ['there is no connection', ['no connection']],
    ['retries are not answered', ['no connection', 'no answer']],
    ['the connection is lost later', [{ status: 200, body: upload }, 'no connection']],
  ] satisfies [string, Answer[]][])('is given up within 15 seconds if %s', async (_, answers) => {
    const sentAt = answerWith(...answers)
    const [outcome, seconds] = await run()
    expect(outcome).toBe('failed')
    expect(seconds).toBeLessThanOrEqual(15)
    expect(sentAt.length).toBeGreaterThan(1)
  })

  it('is given up within 3 seconds of the last attempt', async () => {
    const sentAt = answerWith('no connection')
    const startedAt = Date.now()
    const [, seconds] = await run()
    expect(startedAt + seconds * 1_000 - (sentAt.at(-1) ?? 0)).toBeLessThanOrEqual(3_000)
  })

  it('is given up within 15 seconds while the browser is offline', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    vi.stubGlobal('addEventListener', () => {})
    answerWith('no connection')
    const [outcome, seconds] = await run()
    expect([outcome, seconds <= 15]).toEqual(['failed', true])
  })

  it('is not repeated after a rejection', async () => {
    const sentAt = answerWith({ status: 415, body: { message: 'Invalid file type' } })
    expect(await run()).toEqual(['failed', 0])
    expect(sentAt).toHaveLength(1)
  })

  it('continues after a short interruption', async () => {
    const done = { ...upload, received: 4, url: '/media/a.png' }
    answerWith({ status: 200, body: upload }, 'no connection', { status: 502 }, { status: 200, body: done })
    expect((await run())[0]).toBe('/media/a.png')
  })
})
