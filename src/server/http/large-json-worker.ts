import { parentPort, workerData } from 'node:worker_threads'

// The whole program of the thread that `large-json.ts` starts.
parentPort?.postMessage(JSON.parse(Buffer.from(workerData as ArrayBuffer).toString()))
