import { setTimeout as delay } from 'node:timers/promises'
import { parentPort } from 'node:worker_threads'
import { startAiService } from '#tests/support/ai-service.ts'

/*
 * A thread with the service and everybody who reads from it, so that neither holds up who measures. Messages: where to
 * ask, `stop` to leave, `end`. Each stream is written at 50 pieces a second, as a fast model does.
 */
export type Ask = {
  url: string
  headers: Record<string, string>
  body: string
  streams: number
  atOnce: number
}

const ai = await startAiService()
ai.always = { does: 'answers', text: 'words '.repeat(3_000), pieces: 3_000, everyMs: 20 }
parentPort?.postMessage({ ...ai.env, url: `${ai.url}/chat/completions` })

let leaving = new AbortController()
let reading: Promise<unknown> = Promise.resolve()

const start = async ({ url, headers, body, streams, atOnce }: Ask) => {
  leaving = new AbortController()
  const { signal } = leaving
  const read = async () => {
    const answer = await fetch(url, { method: 'POST', headers, body, signal })
    for await (const _ of answer.body ?? []);
  }
  reading = Promise.all(Array.from({ length: streams }, () => read().catch(() => {})))
  while (ai.running < atOnce) await delay(20)
}

const stop = async () => {
  leaving.abort()
  await reading
  while (ai.running > 0) await delay(20)
}

parentPort?.on('message', async (asked: Ask | 'stop' | 'end') => {
  if (asked === 'end') {
    ai.stop()
    parentPort?.close()
    return
  }
  await (asked === 'stop' ? stop() : start(asked))
  parentPort?.postMessage('done')
})
