export type WorkQueueJob = {
  /** The owner of the job: a member, an address or a device. */
  owner: string
  /** Jobs of a higher priority start before all others; the default is 0. */
  priority?: number
  /** The maximum number of jobs of this owner, including this one; overrides `maxPerOwner`. */
  maxOfOwner?: number
  /** Stops waiting when aborted; a job that has started must handle the signal itself. */
  signal?: AbortSignal
}

/** Statistics about an owner, which decide whose job runs next. */
type Share = {
  running: number
  waiting: number
  /** The number of jobs started, and their total duration, since the owner was last idle for `forgetAfterMs`. */
  recentJobs: number
  recentMs: number
  lastActiveAt: number
}

/**
 * The reason why a job is rejected: its owner has too many jobs (`owner`), or the whole queue is full (`queue`).
 */
export type RejectionReason = 'owner' | 'queue'

export type WorkQueueOptions = {
  /** The name of the queue in `workQueueCounters`. */
  name: string
  /** The maximum number of jobs that run at a time. Unlimited by default. */
  concurrency?: number
  /** The maximum for jobs of this priority, if it is lower at the moment. */
  concurrencyOf?: (priority: number) => number
  /** Orders waiting jobs of equal priority; jobs that compare as equal start in order of arrival. */
  compare?: (a: Readonly<Share>, b: Readonly<Share>) => number
  maxWaiting?: number
  /** The maximum number of waiting and running jobs per owner. */
  maxPerOwner?: number
  maxWaitMs?: number
  /** The job to reject when the queue is full: the newest, or the one that would start last. */
  refuses?: 'newest' | 'last'
  /** Creates the error for jobs that are rejected or have waited too long. */
  refuse: (reason: RejectionReason) => Error
  forgetAfterMs?: number
}

type Waiting = { job: WorkQueueJob; start(): void; cancel(reason: unknown): void }

export type WorkQueue = {
  /** Rejects with `refuse()` or the signal's reason if the job does not start. */
  run<T>(job: WorkQueueJob, work: () => Promise<T>): Promise<T>
  /** Returns the number of an owner's waiting and running jobs. */
  pendingOf(owner: string): number
  /** Returns whether another job would be rejected. */
  isFull(): boolean
}

/**
 * Orders owners for the next job: the owner with the fewest running jobs goes first, then the one who has recently used
 * the least processing time. A new owner's single job therefore does not wait for another owner's hundred jobs.
 */
export const compareByProcessingTime = (a: Readonly<Share>, b: Readonly<Share>): number =>
  a.running - b.running || a.recentMs - b.recentMs

/**
 * Orders owners for the next job: the owner with the fewest started and waiting jobs goes first, so one
 * owner's single attempt precedes another owner's three attempts.
 */
export const compareByJobCount = (a: Readonly<Share>, b: Readonly<Share>): number =>
  a.recentJobs + a.waiting - (b.recentJobs + b.waiting)

/** This process's queues, keyed by name, with functions that count their jobs. Used for monitoring. */
export const workQueueCounters = new Map<string, () => { running: number; waiting: number }>()

/** Runs the jobs of many owners with limited concurrency. */
export const createWorkQueue = ({
  name,
  concurrency = Number.POSITIVE_INFINITY,
  concurrencyOf = () => concurrency,
  compare = () => 0,
  maxWaiting = Number.POSITIVE_INFINITY,
  maxPerOwner = Number.POSITIVE_INFINITY,
  maxWaitMs,
  refuses = 'newest',
  refuse,
  forgetAfterMs = 60_000,
}: WorkQueueOptions): WorkQueue => {
  const shares = new Map<string, Share>()
  const waiting: Waiting[] = []
  let running = 0

  const shareOf = (owner: string): Share => {
    const share = shares.get(owner) ?? { running: 0, waiting: 0, recentJobs: 0, recentMs: 0, lastActiveAt: 0 }
    shares.set(owner, share)
    return share
  }
  let forgotAt = 0
  const forgetIdleOwners = (now: number) => {
    if (forgotAt + forgetAfterMs > now) return
    forgotAt = now
    for (const [owner, { lastActiveAt }] of shares)
      if (pendingOf(owner) === 0 && lastActiveAt + forgetAfterMs < now) shares.delete(owner)
  }
  const precedes = (a: WorkQueueJob, b: WorkQueueJob): boolean => {
    const difference = (a.priority ?? 0) - (b.priority ?? 0)
    if (difference !== 0) return difference > 0
    return compare(shareOf(a.owner), shareOf(b.owner)) < 0
  }
  const pendingOf = (owner: string) => {
    const share = shares.get(owner)
    return share ? share.running + share.waiting : 0
  }
  const mustWait = ({ priority = 0 }: Pick<WorkQueueJob, 'priority'> = {}) =>
    running >= Math.min(concurrency, concurrencyOf(priority))
  const isFull = () => mustWait() && waiting.length >= maxWaiting

  const begin = (share: Share) => {
    running += 1
    share.waiting -= 1
    share.running += 1
    share.recentJobs += 1
  }
  const startNext = () => {
    while (waiting.length > 0) {
      const next = waiting.reduce((first, entry) => (precedes(entry.job, first.job) ? entry : first))
      if (mustWait(next.job)) return
      waiting.splice(waiting.indexOf(next), 1)
      next.start()
    }
  }

  /** Waits until the job has its turn. Rejects if it waits too long, is aborted, or is rejected for another one. */
  const waitForTurn = (job: WorkQueueJob, share: Share): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const entry: Waiting = {
      job,
      start: () => {
        begin(share)
        resolve()
      },
      cancel: (reason) => {
        const index = waiting.indexOf(entry)
        if (index < 0) return
        waiting.splice(index, 1)
        share.waiting -= 1
        reject(reason)
      },
    }
    waiting.push(entry)
    const timer = maxWaitMs ? setTimeout(() => entry.cancel(refuse('queue')), maxWaitMs) : undefined
    const onAbort = () => entry.cancel(job.signal?.reason)
    job.signal?.addEventListener('abort', onAbort)
    if (waiting.length > maxWaiting)
      waiting.reduce((last, other) => (precedes(other.job, last.job) ? last : other)).cancel(refuse('queue'))
    return promise.finally(() => {
      clearTimeout(timer)
      job.signal?.removeEventListener('abort', onAbort)
    })
  }

  const run = async <T>(job: WorkQueueJob, work: () => Promise<T>): Promise<T> => {
    job.signal?.throwIfAborted()
    if (pendingOf(job.owner) >= (job.maxOfOwner ?? maxPerOwner)) throw refuse('owner')
    if (isFull() && refuses === 'newest') throw refuse('queue')
    forgetIdleOwners(performance.now())
    const share = shareOf(job.owner)
    share.waiting += 1
    if (mustWait(job)) await waitForTurn(job, share)
    else begin(share)
    const startedAt = performance.now()
    try {
      return await work()
    } finally {
      const now = performance.now()
      running -= 1
      share.running -= 1
      share.recentMs += now - startedAt
      share.lastActiveAt = now
      startNext()
    }
  }

  workQueueCounters.set(name, () => ({ running, waiting: waiting.length }))
  return { run, pendingOf, isFull }
}
