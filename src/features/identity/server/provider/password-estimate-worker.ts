import { parentPort } from 'node:worker_threads'
import { estimatePasswordStrength } from './password-estimate.ts'

type Question = { password: string; ownerWords: readonly string[] }

// Runs in a worker thread (estimate-in-worker.ts).
parentPort?.on('message', async ({ password, ownerWords }: Question) =>
  parentPort?.postMessage(await estimatePasswordStrength(password, ownerWords)),
)
