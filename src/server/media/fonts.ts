import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'

const HEADER_BYTES = 44
const ENTRY_BYTES = 20

/**
 * Returns the code points of the Basic Multilingual Plane for which a WOFF file has glyphs (`cmap` table, format 4).
 * The fonts' own `unicode-range` lists are no substitute, because they include characters without a glyph. opentype.js,
 * satori's parser, would parse every font completely, which takes 80 ms on the main thread instead of 3 ms.
 */
export const readCodePoints = (woff: Buffer): Set<number> => {
  const cmap = listTables(woff)
    .find(({ tag }) => tag.toString('latin1') === 'cmap')
    ?.read()
  if (!cmap) throw new Error('The font has no table cmap')
  const subtable = Array.from({ length: cmap.readUInt16BE(2) }, (_, n) =>
    cmap.readUInt32BE(4 + 8 * n + 4),
  ).find((offset) => cmap.readUInt16BE(offset) === 4)
  if (subtable === undefined) throw new Error('The font has no cmap subtable of format 4')
  const segmentBytes = cmap.readUInt16BE(subtable + 6)
  const codePoints = new Set<number>()
  for (let segment = 0; segment < segmentBytes; segment += 2) {
    const endCode = cmap.readUInt16BE(subtable + 14 + segment)
    const startCode = cmap.readUInt16BE(subtable + 16 + segmentBytes + segment)
    const idDelta = cmap.readUInt16BE(subtable + 16 + 2 * segmentBytes + segment)
    const rangeOffsetPosition = subtable + 16 + 3 * segmentBytes + segment
    const idRangeOffset = cmap.readUInt16BE(rangeOffsetPosition)
    for (let code = startCode; code <= endCode && code < 0xffff; code += 1) {
      const entry =
        idRangeOffset === 0
          ? code
          : cmap.readUInt16BE(rangeOffsetPosition + idRangeOffset + 2 * (code - startCode))
      // Glyph 0 is the placeholder for missing glyphs.
      if ((idRangeOffset === 0 || entry !== 0) && ((entry + idDelta) & 0xffff) !== 0) codePoints.add(code)
    }
  }
  return codePoints
}

/** Lists the tables of a WOFF file (https://www.w3.org/TR/WOFF/#TableDirectory). `read` decompresses a table. */
const listTables = (woff: Buffer) =>
  Array.from({ length: woff.readUInt16BE(12) }, (_, n) => {
    const entry = HEADER_BYTES + ENTRY_BYTES * n
    const offset = woff.readUInt32BE(entry + 4)
    const data = woff.subarray(offset, offset + woff.readUInt32BE(entry + 8))
    return {
      tag: woff.subarray(entry, entry + 4),
      checksum: woff.readUInt32BE(entry + 16),
      read: () => (data.length < woff.readUInt32BE(entry + 12) ? inflateSync(data) : data),
    }
  })

const SCRIPTS = ['latin', 'latin-ext', 'greek', 'cyrillic', 'vietnamese', 'devanagari'] as const
const { resolve } = createRequire(import.meta.url)

/** Lists the font files for text in images, in fallback order. */
export const listFontFiles = (weight: 400 | 700): { name: string; file: string }[] =>
  SCRIPTS.map((script) => ({
    name: `Noto Sans ${script}`,
    file: resolve(`@fontsource/noto-sans/files/noto-sans-${script}-${weight}-normal.woff`),
  }))

/** Unpacks a WOFF file to the OpenType file in it, because Pango reads no other format. */
export const unpackWoff = (woff: Buffer): Buffer => {
  const tables = listTables(woff)
  const power = 2 ** Math.floor(Math.log2(tables.length))
  const directory = Buffer.alloc(12 + 16 * tables.length)
  directory.writeUInt32BE(woff.readUInt32BE(4))
  directory.writeUInt16BE(tables.length, 4)
  directory.writeUInt16BE(16 * power, 6)
  directory.writeUInt16BE(Math.log2(power), 8)
  directory.writeUInt16BE(16 * (tables.length - power), 10)
  const parts: Buffer[] = [directory]
  let offset = directory.length
  for (const [index, { tag, checksum, read }] of tables.entries()) {
    const data = read()
    const entry = 12 + 16 * index
    tag.copy(directory, entry)
    directory.writeUInt32BE(checksum, entry + 4)
    directory.writeUInt32BE(offset, entry + 8)
    directory.writeUInt32BE(data.length, entry + 12)
    const padding = Buffer.alloc(-data.length & 3)
    parts.push(data, padding)
    offset += data.length + padding.length
  }
  return Buffer.concat(parts)
}
