import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

// The whole program of the thread that `large-json.ts` starts: chunks come, then null, and what they say goes back.

// On Linux a thread has a priority of its own: this one stands behind everybody who waits for a page.
if (process.platform === 'linux') setPriority(10)

const chunks: Uint8Array[] = []
parentPort?.on('message', (chunk: Uint8Array | null) => {
  if (chunk) {
    chunks.push(chunk)
    return
  }
  parentPort?.postMessage(JSON.parse(Buffer.concat(chunks).toString()))
  parentPort?.close()
})
