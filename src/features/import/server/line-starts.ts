const LF = 10
const CR = 13
const COMPACT_AFTER = 10_000

/**
 * Tracks the line in which each record of a file begins: the first non-empty line after the previous record.
 */
export const lineStarts = () => {
  let starts: { offset: number; line: number }[] = []
  let first = 0
  let line = 1
  let offset = 0
  let lineStart = 0
  let previous = 0
  return {
    /** Feeds the file's bytes in order. They must be fed before `lineFrom` is called for them. */
    feed: (bytes: Uint8Array): void => {
      for (let index = 0; index < bytes.length; index += 1, offset += 1) {
        const byte = bytes[index] ?? 0
        if (byte === LF || byte === CR) {
          if (!(byte === LF && previous === CR)) line += 1
          lineStart = offset + 1
        } else if (offset === lineStart) starts.push({ offset, line })
        previous = byte
      }
    },
    /**
     * Returns the number of the first non-empty line at or after byte `from`. `from` must not decrease
     * between calls.
     */
    lineFrom: (from: number): number => {
      while ((starts[first]?.offset ?? from) < from) first += 1
      if (first > COMPACT_AFTER) {
        starts = starts.slice(first)
        first = 0
      }
      return starts[first]?.line ?? line
    },
  }
}
