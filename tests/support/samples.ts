import { crc32 } from 'node:zlib'
import sharp from 'sharp'

/** A picture of one colour. */
export const aPicture = (width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: '#3366cc' } })

export const dataString = (bytes: Buffer, type = 'image/png'): string =>
  `data:${type};base64,${bytes.toString('base64')}`

/** Noise that does not shrink: about three bytes a pixel as PNG. */
export const aLargePicture = (width: number, height: number): Promise<Buffer> =>
  sharp({
    create: {
      ...{ width, height, channels: 3, background: '#888888' },
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png({ compressionLevel: 0 })
    .toBuffer()

/** Three frames, red, green and blue. */
export const aMovingPicture = (kind: 'gif' | 'webp'): Promise<Buffer> => {
  const frames = ['#ff0000', '#00ff00', '#0000ff'].map(
    (background) => ({ create: { width: 20, height: 10, channels: 3, background } }) as const,
  )
  return Promise.all(frames.map((frame) => sharp(frame).png().toBuffer())).then((pictures) =>
    sharp(pictures, { join: { animated: true } })
      .toFormat(kind, { delay: [100, 100, 100] })
      .toBuffer(),
  )
}

export const box = (type: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

const trackHeader = (width: number, height: number): Buffer => {
  const body = Buffer.alloc(84)
  body.writeUInt32BE(0xe0000000, 4)
  body.writeInt32BE(0x10000, 40)
  body.writeInt32BE(0x10000, 56)
  body.writeInt32BE(0x40000000, 72)
  body.writeUInt32BE(width << 16, 76)
  body.writeUInt32BE(height << 16, 80)
  return box('tkhd', body)
}

/** The boxes of an MP4 file with a place in its notes; no decoder is asked. */
export const aVideo = ({ brand = 'isom', width = 320, height = 180 } = {}): Buffer =>
  Buffer.concat([
    box('ftyp', Buffer.from(`${brand}\0\0\0\0isommp42`, 'latin1')),
    box('free', Buffer.from('<script>hidden</script>')),
    box(
      'moov',
      box('mvhd', Buffer.alloc(100)),
      box('trak', trackHeader(width, height), box('mdia', box('hdlr', Buffer.from('\0\0\0\0\0\0\0\0vide')))),
      box('udta', box('\xa9xyz', Buffer.from('+48.2082+016.3738/'))),
    ),
    box('mdat', Buffer.alloc(500, 7)),
  ])

const element = (id: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  const size = Buffer.alloc(8)
  size.writeBigUInt64BE((1n << 56n) | BigInt(body.length))
  return Buffer.concat([Buffer.from(id, 'hex'), size, body])
}

/** The elements of a WebM file with a place in its tags; `live` leaves the sizes open as recorders do. */
export const aWebm = ({ docType = 'webm', live = false } = {}): Buffer => {
  const video = element('e0', element('b0', Buffer.from([1, 64])), element('ba', Buffer.from([240])))
  const parts = [
    element('1654ae6b', element('ae', element('d7', Buffer.from([1])), video)),
    element('1254c367', element('7373', Buffer.from('LOCATION +48.2082'))),
  ]
  const block = element('a3', Buffer.alloc(100, 5))
  const open = (id: string, ...inner: Buffer[]) =>
    Buffer.concat([Buffer.from(`${id}01ffffffffffffff`, 'hex'), ...inner])
  const segment = live
    ? open('18538067', ...parts, open('1f43b675', block), open('1f43b675', block))
    : element('18538067', ...parts, element('1f43b675', block))
  return Buffer.concat([element('1a45dfa3', element('4282', Buffer.from(docType))), segment])
}

/** A PNG whose header says this size, its checksum right. */
export const aLyingPicture = async (width: number, height: number): Promise<Buffer> => {
  const bytes = await aPicture(1, 1).png().toBuffer()
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  return bytes
}
