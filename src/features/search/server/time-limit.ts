const CANCELED = '57014'

/** A search's time budget. */
export type TimeLimit = {
  /** The remaining milliseconds, at most `max`; 0 if the search must end. */
  remainingMs(max: number): number
  /**
   * Runs statements. If PostgreSQL cancels one for exceeding its timeout, the search ends with what it has
   * found so far.
   */
  run(run: () => Promise<void>): Promise<void>
  /** Whether a statement was canceled. The transaction cannot run any others after that. */
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

const isCanceledStatement = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === CANCELED
