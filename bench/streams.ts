import { setTimeout as delay } from 'node:timers/promises'
import { parentPort } from 'node:worker_threads'
import { startAiService } from '#tests/support/ai-service.ts'

/*
 * A worker thread that runs a fake AI service and its clients, so neither delays the measuring thread. It
 * accepts three messages: a request to start streaming, `stop` to disconnect the clients, and `end` to shut
 * down. Each stream emits 50 chunks per second, like a fast model.
 */
export type StreamRequest = {
  url: string
  headers: Record<string, string>
  body: string
  streams: number
  atOnce: number
}

const ai = await startAiService()
ai.always = { does: 'answers', text: 'words '.repeat(3_000), pieces: 3_000, everyMs: 20 }
parentPort?.postMessage({ ...ai.env, url: `${ai.url}/chat/completions` })

let disconnecting = new AbortController()
let reading: Promise<unknown> = Promise.resolve()

const start = async ({ url, headers, body, streams, atOnce }: StreamRequest) => {
  disconnecting = new AbortController()
  const { signal } = disconnecting
  const read = async () => {
    const response = await fetch(url, { method: 'POST', headers, body, signal })
    for await (const _ of response.body ?? []);
  }
  reading = Promise.all(Array.from({ length: streams }, () => read().catch(() => {})))
  while (ai.running < atOnce) await delay(20)
}

const stop = async () => {
  disconnecting.abort()
  await reading
  while (ai.running > 0) await delay(20)
}

parentPort?.on('message', async (message: StreamRequest | 'stop' | 'end') => {
  if (message === 'end') {
    ai.stop()
    parentPort?.close()
    return
  }
  await (message === 'stop' ? stop() : start(message))
  parentPort?.postMessage('done')
})
