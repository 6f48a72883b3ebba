import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { onTestFinished } from 'vitest'
import type { ServerProcess } from './server-process.ts'

type Site = Pick<ServerProcess, 'url' | 'port'>
type Headers = Record<string, string>

/** Returns the headers that a browser sends with a write. */
export const buildWriteHeaders = ({ port }: Site, member: Headers = {}): Headers => ({
  ...member,
  origin: `http://localhost:${port}`,
  'content-type': 'application/json',
})

/** Sends a POST request with a JSON body on behalf of a member. */
export const postJson = (site: Site, path: string, member: Headers, body: object): Promise<Response> =>
  fetch(site.url + path, {
    method: 'POST',
    headers: buildWriteHeaders(site, member),
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  })

export const buildPostBody = (title: string, more: object = {}) => ({
  title,
  description: 'Words',
  prompt: `Prompt of ${title}`,
  type: 'Text',
  ...more,
})

/** Opens a member's notification stream; `text` returns the data received so far. */
export const openNotificationStream = async ({ url }: Site, headers: Headers) => {
  const opened = get(`${url}/api/notifications/stream`, { agent: false, headers })
  onTestFinished(() => void opened.destroy())
  const [response] = (await once(opened, 'response')) as [IncomingMessage]
  let text = ''
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  response.on('error', () => {})
  return { status: response.statusCode, text: () => text, close: () => opened.destroy() }
}

/**
 * Requests a URL `count` times, one request after the other; returns the durations in milliseconds in
 * ascending order.
 */
export const measureResponseTimes = async (url: string, count: number): Promise<number[]> => {
  const times: number[] = []
  for (let n = 0; n < count; n += 1) {
    const startedAt = performance.now()
    const response = await fetch(url, { signal: AbortSignal.timeout(30_000) })
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`${url} ${response.status}`)
    times.push(performance.now() - startedAt)
  }
  return times.toSorted((a, b) => a - b)
}
