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
