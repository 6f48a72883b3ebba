import { randomUUID } from 'node:crypto'
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'

// Real members publish from other machines, so sending must not compete with the measured work for CPU time.
if (process.platform === 'linux') setPriority(19)

const { origin, headers, exampleFiles } = workerData as {
  origin: string
  headers: Record<string, string>
  exampleFiles: string[]
}

let isStopped = false
let count = 0
parentPort?.once('message', () => {
  isStopped = true
})

// The body is serialized only once, to save CPU time for the measured work.
const files = Buffer.from(`"exampleFiles":${JSON.stringify(exampleFiles)}}`)

while (!isStopped) {
  const body = { title: 'Large', description: 'Five images', prompt: randomUUID(), type: 'Image' }
  const start = JSON.stringify({ ...body, requestKey: randomUUID() })
  const response = await fetch(`${origin}/api/posts`, {
    method: 'POST',
    // This is the site's own origin if PUBLIC_URL is not set.
    headers: {
      ...headers,
      origin: origin.replace('127.0.0.1', 'localhost'),
      'content-type': 'application/json',
    },
    body: Buffer.concat([Buffer.from(start.replace(/}$/, ',')), files]),
  })
  if (!response.ok) throw new Error(`Publishing failed with ${response.status}: ${await response.text()}`)
  count += 1
}
parentPort?.postMessage(count)
