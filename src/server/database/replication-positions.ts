/** Positions older than this are discarded, except for the newest one of them. */
const MAX_AGE_MS = 60_000

/** Records when the primary reached each WAL position, in order to compute how old a replica's data is. */
export const createPositionHistory = () => {
  const reached: { position: number; at: number }[] = []
  return {
    add: (position: number, at: number): void => {
      if (reached.at(-1)?.position !== position) reached.push({ position, at })
      // Keeps the newest of the expired positions because a replica might not even have reached that
      // position.
      while ((reached[1]?.at ?? at) < at - MAX_AGE_MS) reached.shift()
    },
    /**
     * Returns the milliseconds since the primary reached a position that the replica has not replayed yet; 0 if the
     * replica has replayed all of them, null if no position of the primary is known.
     */
    lagOf: (replayed: number, now: number): number | null => {
      if (reached.length === 0) return null
      const missing = reached.find(({ position }) => position > replayed)
      return missing ? Math.round(now - missing.at) : 0
    },
  }
}
