/** The maximum number of UTF-8 bytes per UTF-16 code unit. */
const MAX_BYTES = 3
let scratch = Buffer.allocUnsafeSlow(512 * 1024)

/**
 * Encodes the pieces of a page as one UTF-8 buffer. Joining them to a string first would be costly: a single "…" makes
 * V8 use two bytes per character, and such a large string survives until the next full garbage collection. These
 * strings made up half of everything that full collections had to free.
 */
export const encodePage = (pieces: readonly string[]): Buffer => {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  if (scratch.length < length * MAX_BYTES) scratch = Buffer.allocUnsafeSlow(length * MAX_BYTES)
  let end = 0
  for (const piece of pieces) end += scratch.write(piece, end)
  return Buffer.from(scratch.subarray(0, end))
}

/**
 * Inserts text between two pieces, as close to the middle of the page as possible, or appends it if there is
 * only one piece. gzip finds a repetition only within 32 kB, so text that repeats the rest of the page
 * compresses best in its middle.
 */
export const insertInMiddle = (pieces: readonly string[], text: string): string[] => {
  const middle = pieces.reduce((sum, piece) => sum + piece.length, 0) / 2
  let best = pieces.length
  let bestDistance = Number.POSITIVE_INFINITY
  let end = 0
  for (const [index, piece] of pieces.slice(0, -1).entries()) {
    end += piece.length
    if (Math.abs(end - middle) >= bestDistance) continue
    best = index + 1
    bestDistance = Math.abs(end - middle)
  }
  return pieces.toSpliced(best, 0, text)
}
