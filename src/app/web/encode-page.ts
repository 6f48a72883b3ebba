/** The most bytes that UTF-8 takes for one UTF-16 code unit. */
const MAX_BYTES = 3
let scratch = Buffer.allocUnsafeSlow(512 * 1024)

/**
 * Joins the pieces of a page as UTF-8. Joined as a string first, a page would have two bytes per character because of a
 * single "…", which is large enough for V8 to keep it until the next full collection: half of everything that those had
 * to collect.
 */
export const encodePage = (pieces: readonly string[]): Buffer => {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  if (scratch.length < length * MAX_BYTES) scratch = Buffer.allocUnsafeSlow(length * MAX_BYTES)
  let end = 0
  for (const piece of pieces) end += scratch.write(piece, end)
  return Buffer.from(scratch.subarray(0, end))
}

/**
 * Inserts a text between the two pieces of a page that are nearest to its middle, or, in a page of one piece, puts it
 * last. gzip finds a repetition only within 32 kB: from the middle of a page, a text that repeats the rest of it reaches
 * most of what it repeats.
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
