const LF = 10
const CR = 13
const KEPT = 10_000

/** Knows in which line of a file a record begins: the first line behind the record before it that is not empty. */
export const lineStarts = () => {
  let starts: { at: number; line: number }[] = []
  let first = 0
  let line = 1
  let at = 0
  let lineStart = 0
  let previous = 0
  return {
    /** The file's bytes, in order, before those who read them ask. */
    feed: (bytes: Uint8Array): void => {
      for (let index = 0; index < bytes.length; index += 1, at += 1) {
        const byte = bytes[index] ?? 0
        if (byte === LF || byte === CR) {
          if (!(byte === LF && previous === CR)) line += 1
          lineStart = at + 1
        } else if (at === lineStart) starts.push({ at, line })
        previous = byte
      }
    },
    /** The number of the line, for ever later places; `from` in bytes. */
    lineFrom: (from: number): number => {
      while ((starts[first]?.at ?? from) < from) first += 1
      if (first > KEPT) {
        starts = starts.slice(first)
        first = 0
      }
      return starts[first]?.line ?? line
    },
  }
}
