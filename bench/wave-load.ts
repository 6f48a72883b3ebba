import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

export type WaveInput = {
  origin: string
  /** The cookies of the accounts. */
  cookies: readonly string[]
  /** The posts for which they vote. */
  targets: readonly number[]
  postsOfAccount: number
  votesOfAccount: number
  /** How long the wave takes if the site keeps up; 0 is as fast as each account gets its responses. */
  seconds: number
}

/** The number of responses by what was sent and status. */
export type WaveResult = Record<string, number>

/** Runs in a thread of its own, so that the wave does not delay those who measure. */
const sendWave = async (input: WaveInput): Promise<WaveResult> => {
  const { origin, cookies, targets, postsOfAccount, votesOfAccount, seconds } = input
  const results: WaveResult = {}
  const requests = postsOfAccount + votesOfAccount
  const startedAt = performance.now()
  await Promise.all(
    cookies.map(async (cookie, account) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      const headers = { cookie, 'x-forwarded-for': `10.3.${account}.1`, 'sec-fetch-site': 'same-origin' }
      let votes = 0
      for (let number = 0; number < requests; number += 1) {
        const dueAt = startedAt + ((number + account / cookies.length) * seconds * 1_000) / requests
        await delay(Math.max(0, dueAt - performance.now()))
        const isPost = number % Math.round(requests / postsOfAccount) === 0
        // Each account votes for all targets several times, in an order of its own.
        const postId = targets[(account + votes) % targets.length]
        const status = isPost
          ? await send(`${origin}/api/posts`, advertOf(account, number), headers, agent)
          : await send(`${origin}/api/votes`, { postId, value: 1, had: 0 }, headers, agent)
        if (!isPost) votes += 1
        const key = `${isPost ? 'post' : 'vote'} ${status}`
        results[key] = (results[key] ?? 0) + 1
      }
      agent.destroy()
    }),
  )
  return results
}

const advertOf = (account: number, number: number) => ({
  title: 'An offer',
  description: number % 2 ? 'Words' : `See https://cheap-${number}.example`,
  prompt: `Buy cheap followers now, number ${account * 1_000 + number}`,
  type: 'Text',
})

const send = (url: string, body: object, headers: Record<string, string>, agent: Agent): Promise<string> =>
  new Promise((resolve) => {
    const text = JSON.stringify(body)
    const json = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
    request(url, { method: 'POST', headers: { ...headers, ...json }, agent }, (response) => {
      response.resume()
      response.on('end', () => resolve(String(response.statusCode)))
      response.on('error', () => resolve('failed'))
    })
      .on('error', () => resolve('failed'))
      .end(text)
  })

parentPort?.postMessage(await sendWave(workerData))
