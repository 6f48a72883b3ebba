const CANCELED = '57014'

/** The time that a search may take. */
export type TimeLimit = {
  /** The milliseconds that are left, at most `most`; 0 when the search has to end. */
  left(most: number): number
  /** Runs a statement. Where PostgreSQL cancels it for taking too long, the search ends with what was found before. */
  keep(run: () => Promise<void>): Promise<void>
  /** Whether a statement was canceled: its transaction can run no other. */
  isCanceled(): boolean
}

export const startTimeLimit = (ms: number): TimeLimit => {
  const end = performance.now() + ms
  let isCanceled = false
  return {
    left: (most) => (isCanceled ? 0 : Math.max(0, Math.min(most, Math.round(end - performance.now())))),
    keep: async (run) => {
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
