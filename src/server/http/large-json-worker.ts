import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'

// The whole program of the thread that `large-json.ts` starts.

// On Linux a thread has a priority of its own: this one stands behind everybody who waits for a page.
if (process.platform === 'linux') setPriority(10)

const body = workerData as Uint8Array<ArrayBuffer>
parentPort?.postMessage(JSON.parse(Buffer.from(body.buffer, 0, body.length).toString()))
