/** The factor for the time limits of reads and image jobs: 1, or more in tests, so that they pass on a busy machine. */
const scale = Number(process.env.TIME_LIMIT_SCALE ?? 1)

/** Returns the time limit of a read or an image job. At the limit, a read returns what it has found, and a job fails. */
export const scaleTimeLimit = (ms: number): number => Math.round(ms * scale)
