import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '../log.ts'
import type { Job } from './job.ts'

/**
 * Does in a request what a delayed job would do later, and waits for it at most `maxMs`; then it goes on without the
 * request. If it fails, the job repeats it.
 */
export const runBeforeJob = async (
  { name }: Pick<Job, 'name'>,
  work: () => Promise<unknown>,
  { log, maxMs }: { log: Pick<Logger, 'warn'>; maxMs: number },
): Promise<void> => {
  const finished = new AbortController()
  const working = work().catch((error: unknown) =>
    log.warn({ err: error, job: name }, 'The work of a job failed in a request; the job will repeat it'),
  )
  const timeout = delay(maxMs, undefined, { ref: false, signal: finished.signal }).catch(() => {})
  await Promise.race([timeout, working])
  finished.abort()
}
