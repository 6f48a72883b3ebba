import { AsyncLocalStorage } from 'node:async_hooks'

/** What a statement is sent for, as the log of slow statements names it. */
export type QueryOrigin = { requestId: string } | { job: string; id: string }

const origins = new AsyncLocalStorage<QueryOrigin>()

/** Statements that `work` sends, also after it has waited, belong to this origin. */
export const runForOrigin = <T>(origin: QueryOrigin, work: () => T): T => origins.run(origin, work)

/** Undefined for statements that the server sends by itself, such as those that watch replicas. */
export const queryOrigin = (): QueryOrigin | undefined => origins.getStore()
