const CANCELED = '57014'

/** A search's time budget. */
export type TimeLimit = {
  /** Returns the remaining milliseconds, at most `max`. Returns 0 if the search must end. */
  remainingMs(max: number): number
  /**
   * Runs statements. If a timeout makes PostgreSQL cancel one of them, the search ends with what has been
   * found so far.
   */
  run(run: () => Promise<void>): Promise<void>
  /** Returns whether a statement was cancelled, after which the transaction cannot run further statements. */
  isCanceled(): boolean
}

export const startTimeLimit = (ms: number): TimeLimit => {
  const end = performance.now() + ms
  let isCanceled = false
  return {
    remainingMs: (max) => (isCanceled ? 0 : Math.max(0, Math.min(max, Math.round(end - performance.now())))),
    run: async (run) => {
      if (isCanceled) return
      try {
        await run()
      } catch (error) {
        if (!isCanceledStatement(error)) throw error
        isCanceled = true
      }
    },
    isCanceled: () => isCanceled,
  }
}

/** Returns whether PostgreSQL ended a statement because it took too long. */
export const isCanceledStatement = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === CANCELED
