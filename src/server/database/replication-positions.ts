/** Positions older than this are forgotten, except the newest of them. */
const MAX_AGE_MS = 60_000

/** Remembers when the primary reached which position, and so tells how old the data of a replica is. */
export const createPositions = () => {
  const reached: { position: number; at: number }[] = []
  return {
    add: (position: number, at: number): void => {
      if (reached.at(-1)?.position !== position) reached.push({ position, at })
      // Keeps the newest of the old positions, because a replica may lack even that one.
      while ((reached[1]?.at ?? at) < at - MAX_AGE_MS) reached.shift()
    },
    /**
     * The milliseconds since the primary reached a position that the replica has not replayed; 0 if there is none, null
     * if no position of the primary is known.
     */
    lagOf: (replayed: number, now: number): number | null => {
      if (reached.length === 0) return null
      const missing = reached.find(({ position }) => position > replayed)
      return missing ? Math.round(now - missing.at) : 0
    },
  }
}
