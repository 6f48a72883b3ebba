import pTimeout from 'p-timeout'
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
  const working = work().catch((error: unknown) =>
    log.warn({ err: error, job: name }, 'The work of a job failed in a request; the job will repeat it'),
  )
  await pTimeout(working, { milliseconds: maxMs, fallback: () => {} })
}
