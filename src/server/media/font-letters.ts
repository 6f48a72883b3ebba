import { inflateSync } from 'node:zlib'

const HEADER = 44
const ENTRY = 20

/**
 * The code points that a WOFF file has glyphs for, of the basic plane (`cmap`, format 4). The fonts' list of ranges names signs
 * that they lack; opentype.js, satori's parser, reads all of each font for it: 80 ms of the main thread instead of 3.
 */
export const lettersOf = (woff: Buffer): Set<number> => {
  const map = tableOf(woff, 'cmap')
  const at = Array.from({ length: map.readUInt16BE(2) }, (_, n) => map.readUInt32BE(4 + 8 * n + 4)).find(
    (offset) => map.readUInt16BE(offset) === 4,
  )
  if (at === undefined) throw new Error('The font has no map of the basic plane')
  const bytes = map.readUInt16BE(at + 6)
  const letters = new Set<number>()
  for (let segment = 0; segment < bytes; segment += 2) {
    const last = map.readUInt16BE(at + 14 + segment)
    const first = map.readUInt16BE(at + 16 + bytes + segment)
    const delta = map.readUInt16BE(at + 16 + 2 * bytes + segment)
    const place = at + 16 + 3 * bytes + segment
    const list = map.readUInt16BE(place)
    for (let letter = first; letter <= last && letter < 0xffff; letter += 1) {
      const listed = list === 0 ? letter : map.readUInt16BE(place + list + 2 * (letter - first))
      // Glyph 0 is the box.
      if ((list === 0 || listed !== 0) && ((listed + delta) & 0xffff) !== 0) letters.add(letter)
    }
  }
  return letters
}

const tableOf = (woff: Buffer, name: string): Buffer => {
  for (let n = 0; n < woff.readUInt16BE(12); n += 1) {
    const at = HEADER + ENTRY * n
    if (woff.toString('latin1', at, at + 4) !== name) continue
    const offset = woff.readUInt32BE(at + 4)
    const packed = woff.subarray(offset, offset + woff.readUInt32BE(at + 8))
    return packed.length < woff.readUInt32BE(at + 12) ? inflateSync(packed) : packed
  }
  throw new Error(`The font has no table ${name}`)
}
