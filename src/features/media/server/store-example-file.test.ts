import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { HttpError } from '#core/http-error.ts'
import { limits } from '#core/limits.ts'
import { parseMediaName } from '#core/media-name.ts'
import { createFileStore } from '#server/media/create-file-store.ts'
import { getStoragePath } from '#server/media/storage-path.ts'
import { withTemporaryDirectory } from '#server/media/temporary-directory.ts'
import { seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import * as sample from '#tests/support/samples.ts'
import { mediaMessages } from '../contract-messages.ts'
import { sanitizeDataString } from './store-example-file.ts'
import { storeSanitizedFile } from './store-file.ts'

const database = await createTestDatabase()
const dataDir = await mkdtemp(path.join(tmpdir(), 'prompt-collection-'))
afterAll(() => rm(dataDir, { recursive: true, force: true }))
const user = await seedUser(database)

const files = createFileStore({ dataDir, s3: null })
const store = (text: string) =>
  withTemporaryDirectory(dataDir, async (directory) => {
    const stores = { sql: database.sql, files }
    const file = await sanitizeDataString(stores, user.id, text, { directory, field: 'exampleFiles.0' })
    return storeSanitizedFile(stores, user.id, file, file.kind)
  })
const storeBytes = async (bytes: Buffer, type: string) => {
  const url = await store(sample.toDataUrl(bytes, type))
  const name = url.slice('/media/'.length)
  return {
    url,
    media: parseMediaName(name),
    bytes: readFileSync(path.join(dataDir, 'media', getStoragePath(name))),
  }
}
const outcome = (text: string) =>
  store(text).then(
    () => 'stored',
    (error: unknown) => (error instanceof HttpError ? [error.status, error.message] : Promise.reject(error)),
  )
const WRONG_KIND = [415, 'Invalid file type']
const UNREADABLE = [415, mediaMessages.unreadable]

const open = (bytes: Buffer) => new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS })
const tracksOf = (bytes: Buffer) => open(bytes).getTracks()

/** Returns the hashes of the compressed frames of each video and audio track. */
const framesOf = async (bytes: Buffer) => {
  const frames: string[][] = []
  for (const track of await tracksOf(bytes)) {
    const hashes: string[] = []
    for await (const packet of new EncodedPacketSink(track).packets())
      hashes.push(hash('sha256', packet.data))
    frames.push(hashes)
  }
  return frames
}

const PICTURES = [
  ['png', 'image/png'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
  ['avif', 'image/avif'],
] as const

describe('An image', () => {
  it.each(PICTURES)('as %s is stored without metadata and trailing bytes', async (kind, type) => {
    const withMetadata = await sample
      .createTestImage(60, 40)
      .withExif({ IFD0: { Copyright: 'Somebody' }, IFD3: { GPSLatitude: '48/1 12/1 30/1' } })
      .toFormat(kind)
      .toBuffer()
    const stored = await storeBytes(
      Buffer.concat([withMetadata, Buffer.from('<script>polyglot</script>')]),
      type,
    )
    expect(stored.media).toMatchObject({ width: 60, height: 40, kind: 'image' })
    const metadata = await sharp(stored.bytes).metadata()
    expect([metadata.width, metadata.height, metadata.exif, metadata.xmp]).toEqual([
      60,
      40,
      undefined,
      undefined,
    ])
    for (const word of ['polyglot', 'Somebody']) expect(stored.bytes.includes(word)).toBe(false)
  })

  it.each(PICTURES.filter(([kind]) => kind !== 'gif'))(
    'as %s is rotated according to its metadata',
    async (kind, type) => {
      const image = sample.createTestImage(60, 40).withMetadata({ orientation: 6 })
      expect((await storeBytes(await image.toFormat(kind).toBuffer(), type)).media).toMatchObject({
        width: 40,
        height: 60,
      })
    },
  )

  it.each([
    ['webp', 'image/jpeg', 'webp'],
    ['jpeg', 'image/png', 'jpg'],
    ['avif', 'image/jpeg', 'avif'],
    ['png', 'image/heic', 'png'],
    ['gif', 'image/jpg', 'gif'],
    ['png', 'application/octet-stream', 'png'],
    ['png', '', 'png'],
  ] as const)('as %s that is declared as %j is stored by its bytes', async (kind, type, extension) => {
    const bytes = await sample.createTestImage().toFormat(kind).toBuffer()
    expect((await storeBytes(bytes, type)).media).toMatchObject({ extension })
  })

  it('in an animated PNG is rejected if players never show it', async () => {
    const still = await sample.createTestImage().png().toBuffer()
    const control = sample.buildPngChunk('acTL', Buffer.from([0, 0, 0, 1, 0, 0, 0, 0]))
    const animated = Buffer.concat([still.subarray(0, 33), control, still.subarray(33)])
    expect(await outcome(sample.toDataUrl(animated))).toEqual(UNREADABLE)
  })

  it.each([
    ['CMYK', sample.createTestImage().toColourspace('cmyk').withIccProfile('cmyk').jpeg()],
    ['a wide gamut', sample.createTestImage().withIccProfile('p3').png()],
    ['16 bits per channel', sample.createTestImage().toColourspace('rgb16').png()],
    [
      'shades of grey with transparency',
      sample.createTestImage().ensureAlpha(0.5).toColourspace('b-w').png(),
    ],
  ])('with %s keeps its colors', async (_, image) => {
    const bytes = await image.toBuffer()
    const pixelOf = async (file: Buffer) => [
      ...(await sharp(file).toColourspace('srgb').resize(1, 1).raw().toBuffer()),
    ]
    const expected = await pixelOf(bytes)
    const stored = await storeBytes(bytes, 'image/png')
    for (const [index, value] of (await pixelOf(stored.bytes)).entries())
      expect(Math.abs(value - (expected[index] ?? 0))).toBeLessThanOrEqual(3)
  })

  it.each(['gif', 'webp'] as const)('stays animated as %s', async (kind) => {
    const stored = await storeBytes(await sample.createAnimatedImage(kind), `image/${kind}`)
    expect(stored.media).toMatchObject({ width: 20, height: 10 })
    const metadata = await sharp(stored.bytes, { animated: true }).metadata()
    expect(metadata).toMatchObject({ pages: 3, pageHeight: 10, delay: [100, 100, 100] })
  })

  it('as PNG keeps every pixel', async () => {
    const bytes = await sample.createLargeImage(90, 70)
    const { bytes: stored } = await storeBytes(bytes, 'image/png')
    expect((await sharp(stored).raw().toBuffer()).equals(await sharp(bytes).raw().toBuffer())).toBe(true)
  })

  it('is stored once for equal uploads', async () => {
    const text = sample.toDataUrl(await sample.createTestImage(7, 7).png().toBuffer())
    expect(new Set(await Promise.all([store(text), store(text), store(text)])).size).toBe(1)
  })

  it.each([
    [100_000, 100_000],
    [20_000, 20_000],
    [99_999, 1],
  ])('whose header claims %i × %i is rejected by its header', async (width, height) => {
    const lie = sample.toDataUrl(await sample.createImageWithFalseSize(width, height))
    expect(await outcome(lie)).toEqual([413, 'This image has too many pixels. Upload a smaller one.'])
  })

  it('whose header claims a possible size is decoded, and then it is unreadable', async () => {
    const lie = sample.toDataUrl(await sample.createImageWithFalseSize(900, 900))
    expect(await outcome(lie)).toEqual(UNREADABLE)
  })

  it('of 5 MB is accepted, and one byte more is rejected', async () => {
    const fill = async (size: number) => {
      const bytes = await sample.createTestImage(9, 9).png().toBuffer()
      return sample.toDataUrl(Buffer.concat([bytes, Buffer.alloc(size - bytes.length)]))
    }
    expect(await outcome(await fill(limits.fileBytes))).toBe('stored')
    expect(await outcome(await fill(limits.fileBytes + 1))).toEqual([413, 'File too large'])
  })
})

/** Lists the types of all boxes down to the sample descriptions, in order. */
const boxTypes = (bytes: Buffer, from = 0, to = bytes.length): string[] => {
  const types: string[] = []
  for (let offset = from; offset + 8 <= to; offset += bytes.readUInt32BE(offset)) {
    const type = bytes.toString('latin1', offset + 4, offset + 8)
    types.push(type)
    if (['moov', 'trak', 'mdia', 'minf'].includes(type))
      types.push(...boxTypes(bytes, offset + 8, offset + bytes.readUInt32BE(offset)))
  }
  return types
}

describe('A video', () => {
  it.each([
    ['mp4', 'video/mp4', 'film.mp4'],
    ['mov', 'video/quicktime', 'film.mov'],
    ['webm', 'video/webm', 'film.webm'],
    ['webm', 'video/webm;codecs=vp8', 'live.webm'],
  ] as const)(
    'as %s (%s) keeps its video and audio tracks and nothing else',
    async (extension, type, file) => {
      const bytes = sample.readVideo(file)
      expect(bytes.toString('latin1')).toMatch(/Secret.*48\.2082/s)
      const stored = await storeBytes(bytes, type)
      expect(stored.media).toMatchObject({ width: 96, height: 64, kind: 'video', extension })
      expect(stored.bytes.toString('latin1')).not.toMatch(/secret|48\.2082/i)
      const tracks = await tracksOf(stored.bytes)
      expect(tracks.map(({ type }) => type)).toEqual(['video', 'audio'])
      expect(await Promise.all(tracks.map((track) => track.getName()))).toEqual([null, null])
      expect((await framesOf(bytes)).slice(0, 2)).toEqual(await framesOf(stored.bytes))
      // Storing the video again yields the same file, and the remuxed file is itself valid.
      expect((await storeBytes(bytes, type)).url).toBe(stored.url)
      expect((await storeBytes(stored.bytes, type)).media).toMatchObject({ width: 96, height: 64 })
    },
  )

  it('is stored without a second mdat, unknown boxes, uuid boxes and dates', async () => {
    const secret = Buffer.from('Secret 48.2082')
    const { bytes } = await storeBytes(
      Buffer.concat([
        sample.readVideo(),
        ...['mdat', 'uuid', 'zzzz', 'skip', 'meta'].map((type) => sample.buildIsoBox(type, secret)),
      ]),
      'video/mp4',
    )
    expect(bytes.includes(secret)).toBe(false)
    expect(boxTypes(bytes).join(' ')).toBe(
      'ftyp moov mvhd trak tkhd edts mdia mdhd hdlr minf vmhd dinf stbl trak tkhd mdia mdhd hdlr minf smhd dinf stbl mdat',
    )
    for (const type of ['mvhd', 'tkhd', 'mdhd']) {
      const offset = bytes.indexOf(type)
      expect(bytes.readBigUInt64BE(offset + 8)).toBe(0n)
    }
  })

  it('is rotated according to its metadata', async () => {
    const stored = await storeBytes(sample.createRotatedVideo(), 'video/mp4')
    expect(stored.media).toMatchObject({ width: 64, height: 96 })
    const [picture] = await tracksOf(stored.bytes)
    expect(picture?.isVideoTrack() && (await picture.getRotation())).toBe(90)
  })

  it.each([
    ['film.mp4', 'video/3gpp', 'mp4'],
    ['film.mov', 'video/mp4', 'mov'],
    ['film.webm', 'video/mp4', 'webm'],
    ['film.mp4', 'application/octet-stream', 'mp4'],
  ] as const)('%s that is declared as %s is stored by its bytes', async (name, type, extension) => {
    expect((await storeBytes(sample.readVideo(name), type)).media).toMatchObject({ extension })
  })

  it('is rejected with advice if its edit list hides frames that others need', async () => {
    const bytes = sample.readVideo()
    const list = bytes.indexOf('elst')
    bytes.writeInt32BE(bytes.readInt32BE(list + 16) + 3_000, list + 16)
    expect(await outcome(sample.toDataUrl(bytes, 'video/mp4'))).toEqual([
      415,
      'This video still contains parts that were cut away. Export the trimmed clip as a new video and upload that.',
    ])
  })

  const cut = (bytes: Buffer, by: number) => bytes.subarray(0, bytes.length - by)
  const html = Buffer.from('<html>')
  const otherDocument = sample.readVideo('film.webm')
  otherDocument.write('mkva', otherDocument.indexOf('webm'), 'latin1')
  it.each([
    ['a truncated MP4', cut(sample.readVideo(), 1), 'video/mp4'],
    ['half an MP4', cut(sample.readVideo(), 3_000), 'video/mp4'],
    ['an MP4 with trailing bytes', Buffer.concat([sample.readVideo(), html]), 'video/mp4'],
    ['an MP4 without video', sample.readVideo('sound.mp4'), 'video/mp4'],
    ['the head of an MP4', sample.readVideo().subarray(0, 24), 'video/mp4'],
    ['a truncated WebM', cut(sample.readVideo('film.webm'), 1), 'video/webm'],
    ['a WebM with trailing bytes', Buffer.concat([sample.readVideo('film.webm'), html]), 'video/webm'],
    ['of another document type', otherDocument, 'video/webm'],
    ['the head of a WebM', Buffer.from('1a45dfa3', 'hex'), 'video/webm'],
  ])('is rejected if it is %s', async (_, bytes, type) => {
    expect(await outcome(sample.toDataUrl(Buffer.from(bytes), type))).toEqual(UNREADABLE)
  })

  it('is either rejected or stored, whatever its bytes', async () => {
    // Only a fifth of the bytes is changed in `npm test`, because ffmpeg reads the whole file again for each.
    const step = process.env.FULL_TESTS === 'true' ? 29 : 145
    for (const [whole, type] of [
      [sample.readVideo(), 'video/mp4'] as const,
      [sample.readVideo('film.webm'), 'video/webm'] as const,
    ])
      for (let offset = 8; offset < whole.length; offset += step) {
        const bytes = Buffer.from(whole)
        bytes[offset] = (bytes[offset] ?? 0) ^ 0xff
        expect([[415, expect.any(String)], 'stored']).toContainEqual(
          await outcome(sample.toDataUrl(bytes, type)),
        )
      }
  })
})

const png = await sample.createTestImage().png().toBuffer()
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>'
const matroska = sample.readVideo('film.webm')
matroska.write('matroska', matroska.indexOf('webm') - 1, 'latin1')
const startWith = (text: string) => Buffer.concat([Buffer.from(text, 'latin1'), Buffer.alloc(300)])
const ftyp = (...brands: string[]) => sample.buildIsoBox('ftyp', Buffer.from(brands.join('')))

describe('A damaged picture', () => {
  it.each(PICTURES)('as %s is rejected with what is wrong with it', async (kind, type) => {
    const whole = await sample.createTestImage().toFormat(kind).toBuffer()
    for (const part of [0.5, 0.9])
      expect(await outcome(sample.toDataUrl(whole.subarray(0, whole.length * part), type))).toEqual(
        UNREADABLE,
      )
  })
})

describe('An unsupported file', () => {
  it.each([
    ['an HTML page declared as PNG', sample.toDataUrl(Buffer.from('<html><script>1</script></html>'))],
    ['a PNG declared as video', sample.toDataUrl(png, 'video/mp4')],
    ['a PNG declared as HTML', sample.toDataUrl(png, 'text/html')],
    ['a PDF', sample.toDataUrl(Buffer.from('%PDF-1.7'), 'application/pdf')],
    ['empty content', 'data:image/png;base64,'],
    ['a data string without base64', 'data:image/png,hello'],
    ['base64 with a space', `data:image/png;base64,${png.toString('base64').replace(/^(.{8})/, '$1 ')}`],
    ['base64url', `data:image/png;base64,${png.toString('base64url')}_-`],
    ['truncated base64', `data:image/png;base64,${png.toString('base64').slice(0, -1)}`],
  ])('is rejected: %s', async (_, text) => {
    expect(await outcome(text)).toEqual(WRONG_KIND)
  })

  it.each([
    ['Animated AVIF', ftyp('avis', '\0\0\0\0', 'avif', 'mif1'), 'image/avif'],
    ['Animated AVIF', ftyp('avif', '\0\0\0\0', 'mif1', 'avis'), 'image/avif'],
    ['HEIC', ftyp('heic', '\0\0\0\0', 'mif1', 'heic'), 'image/heic'],
    ['HEIC', ftyp('mif1', '\0\0\0\0', 'mif1', 'heic'), 'image/heif'],
    ['HEIC', ftyp('hevc', '\0\0\0\0', 'msf1', 'hevc'), ''],
    ['BMP', startWith('BM'), 'image/bmp'],
    ['TIFF', startWith('II*\0'), 'image/tiff'],
    ['TIFF', startWith('MM\0*'), 'image/tiff'],
    ['JPEG XL', startWith('\0\0\0\x0cJXL \r\n\x87\n'), 'image/jxl'],
    ['ICO', startWith('\0\0\x01\0\x01\0'), 'image/x-icon'],
    ['SVG', Buffer.from(svg), 'image/svg+xml'],
    ['SVG', Buffer.from(svg), 'image/png'],
    ['SVG', Buffer.from(`\uFEFF<?xml version="1.0"?>\n<!-- Drawn -->\n${svg}`), 'image/svg+xml'],
    ['MKV', Buffer.from(matroska), 'video/x-matroska'],
    ['AVI', startWith('RIFF\x10\x10\0\0AVI LIST'), 'video/x-msvideo'],
    ['WMV', startWith('0&\xb2u\x8e\x66\xcf\x11'), 'video/x-ms-wmv'],
  ])('is rejected with the supported ones: %s', async (format, bytes, type) => {
    expect(await outcome(sample.toDataUrl(bytes, type))).toEqual([
      415,
      `Invalid file type: ${format} is not supported. Upload a PNG, JPEG, GIF, WebP or AVIF image, or an MP4, MOV or WebM video.`,
    ])
  })
})
