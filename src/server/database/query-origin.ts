import { AsyncLocalStorage } from 'node:async_hooks'

/** The request or job that sends a statement, shown in the log of slow statements. */
export type QueryOrigin = { requestId: string } | { job: string; id: string }

const origins = new AsyncLocalStorage<QueryOrigin>()

/** Attributes every statement that `work` sends to this origin, including statements after an `await`. */
export const runWithQueryOrigin = <T>(origin: QueryOrigin, work: () => T): T => origins.run(origin, work)

/** Returns undefined for statements that the server sends on its own, such as the replica checks. */
export const getQueryOrigin = (): QueryOrigin | undefined => origins.getStore()
