import { Worker } from 'node:worker_threads'
import { HttpError } from '#core/http-error.ts'
import { compareByJobCount, createWorkQueue } from '#server/work-queue.ts'
import type { PasswordEstimate } from './password-estimate.ts'
import type { HashRequester } from './password-hash.ts'

const MAX_PER_REQUESTER = 3
const IDLE_MS = 60_000

const busy = () =>
  new HttpError('site-busy', {
    message: 'Too many passwords are being checked. Try again in a few seconds.',
    retryAfter: 5,
  })

/**
 * An estimate takes up to 60 ms, so one thread makes one at a time, while the main thread answers other requests. The
 * requesters with the fewest recent estimates come first.
 */
const queue = createWorkQueue({
  name: 'password-estimates',
  concurrency: 1,
  compare: compareByJobCount,
  maxWaiting: 100,
  refuses: 'last',
  refuse: (reason) =>
    reason === 'owner'
      ? new HttpError('rate-limited', {
          message: 'Several passwords from your network are being checked. Try again in a few seconds.',
          retryAfter: 5,
        })
      : busy(),
  forgetAfterMs: 300_000,
})

let worker: Worker | null = null
let ending: NodeJS.Timeout | undefined

/** Estimates a password's strength in a worker thread, which ends when it has been idle for a minute. */
export const estimateInWorker = (
  password: string,
  ownerWords: readonly string[],
  { key, isTrusted, isLimited }: HashRequester,
): Promise<PasswordEstimate> =>
  queue.run(
    { owner: key, priority: isTrusted ? 1 : 0, ...(isLimited && { maxOfOwner: MAX_PER_REQUESTER }) },
    () => ask(password, ownerWords),
  )

const ask = (password: string, ownerWords: readonly string[]): Promise<PasswordEstimate> => {
  clearTimeout(ending)
  worker ??= new Worker(new URL('password-estimate-worker.ts', import.meta.url))
  const thread = worker
  thread.ref()
  return new Promise<PasswordEstimate>((resolve, reject) => {
    const onEnd = (error?: unknown) => {
      worker = null
      reject(Object.assign(busy(), { cause: error }))
    }
    thread.once('message', (estimate: PasswordEstimate) => {
      thread.off('error', onEnd).off('exit', onEnd).unref()
      ending = setTimeout(() => {
        worker = null
        void thread.terminate()
      }, IDLE_MS).unref()
      resolve(estimate)
    })
    thread.once('error', onEnd).once('exit', onEnd).postMessage({ password, ownerWords })
  })
}
