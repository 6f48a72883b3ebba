import { AsyncLocalStorage } from 'node:async_hooks'

/** The request or job that sends a statement, shown in the log of slow statements. */
export type QueryOrigin = { requestId: string; isWrite: boolean } | { job: string; id: string }

const origins = new AsyncLocalStorage<QueryOrigin>()

/** Attributes every statement that `work` sends to this origin, including statements after an `await`. */
export const runWithQueryOrigin = <T>(origin: QueryOrigin, work: () => T): T => origins.run(origin, work)

/** Returns whether the statement belongs to a request that writes, or to a job, rather than to one that somebody reads. */
export const isWriting = (): boolean => {
  const origin = origins.getStore()
  return origin !== undefined && ('job' in origin || origin.isWrite)
}

/** Returns whether the statement belongs to a request that only reads. */
export const isReading = (): boolean => {
  const origin = origins.getStore()
  return origin !== undefined && 'isWrite' in origin && !origin.isWrite
}

/** Returns what identifies the origin in the log; nothing for statements that the server sends on its own, such as the replica checks. */
export const describeQueryOrigin = (): Partial<{ requestId: string; job: string; id: string }> => {
  const { isWrite: _, ...origin } = { isWrite: false, ...origins.getStore() }
  return origin
}
