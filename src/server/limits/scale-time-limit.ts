/** How much longer than usual reads and image jobs may take: 1, and more in tests, which a busy machine must not fail. */
const scale = Number(process.env.TIME_LIMIT_SCALE ?? 1)

/** Returns the time limit of a read or job that returns what it has by then, or is rejected. */
export const scaleTimeLimit = (ms: number): number => Math.round(ms * scale)
