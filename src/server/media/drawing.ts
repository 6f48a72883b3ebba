import { readFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import sharp, { type Sharp } from 'sharp'
import { fontsOf } from './fonts.ts'

/*
 * What draws pictures, in a process of its own that `draw.ts` starts: files from strangers are decoded where a crash
 * costs one picture, and behind everybody who waits for a page.
 */
setPriority(constants.priority.PRIORITY_LOW)
sharp.concurrency(1)
// Hardly a picture is drawn twice.
sharp.cache(false)
// A signal to all of a terminal's processes: the site ends first what runs, and this one with it.
for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM'] as const) process.on(signal, () => {})
process.once('disconnect', () => process.exit())

/** Over all frames of a moving picture together. */
const PIXELS_MOST = 50_000_000
const SIDE_MOST = 16_383
const SECONDS_MOST = 20

export type PictureKind = 'png' | 'jpg' | 'gif' | 'webp' | 'avif'
export type Drawn = { bytes: Uint8Array; width: number; height: number }

/**
 * The picture drawn anew, as the camera held it: what was written into it (place, time, names) and whatever followed
 * its end are gone, moving pictures still move. Null where it is no sound picture of this kind, or has more pixels
 * than memory should hold, which its header says before anything is decoded.
 */
export const redraw = async ({
  bytes,
  kind,
}: {
  bytes: Uint8Array
  kind: PictureKind
}): Promise<Drawn | null> => {
  const animated = kind === 'gif' || kind === 'webp'
  const picture = sharp(bytes, { animated, limitInputPixels: PIXELS_MOST, failOn: 'error' })
  try {
    const { format, width, height, pageHeight } = await picture.metadata()
    if (format !== FORMAT[kind] || Math.max(width, pageHeight ?? height) > SIDE_MOST) return null
    const { data, info } = await write[kind](picture.timeout({ seconds: SECONDS_MOST }), bytes).toBuffer({
      resolveWithObject: true,
    })
    return { bytes: data, width: info.width, height: info.pageHeight ?? info.height }
  } catch {
    return null
  }
}

const FORMAT: Readonly<Record<PictureKind, string>> = {
  ...{ png: 'png', jpg: 'jpeg', gif: 'gif', webp: 'webp', avif: 'heif' },
}

const write: Readonly<Record<PictureKind, (picture: Sharp, bytes: Uint8Array) => Sharp>> = {
  png: (picture) => picture.autoOrient().png({ compressionLevel: 8 }),
  jpg: (picture) => picture.autoOrient().jpeg({ quality: 92, chromaSubsampling: '4:4:4' }),
  gif: (picture) => picture.gif({ effort: 3 }),
  webp: (picture, bytes) =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('VP8L')
      ? picture.webp({ lossless: true, effort: 2 })
      : picture.webp({ quality: 92, effort: 2 }),
  avif: (picture) => picture.autoOrient().avif({ quality: 75, effort: 1 }),
}

/** A stored picture in this width as WebP, never enlarged, with its frames where it is to move. */
export const shrink = ({
  file,
  width,
  animated,
}: {
  file: string
  width: number
  animated: boolean
}): Promise<Uint8Array> =>
  sharp(file, { animated, limitInputPixels: PIXELS_MOST * 2 })
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: 78 })
    .toBuffer()

/** The middle of the first frame, cut square, as WebP and without notes; null where it is no sound picture. */
export const square = ({ bytes, side }: { bytes: Uint8Array; side: number }): Promise<Uint8Array | null> =>
  sharp(bytes, { limitInputPixels: PIXELS_MOST, failOn: 'error', pages: 1 })
    .timeout({ seconds: SECONDS_MOST })
    // As the camera held it, before its notes are dropped.
    .rotate()
    .resize(side, side, { fit: 'cover' })
    .webp({ quality: 82 })
    .toBuffer()
    .catch(() => null)

/** The part of an element that satori reads. */
export type Box = {
  type: string
  props: { style: Record<string, string | number>; children?: Box[] | string; [name: string]: unknown }
}

/** Boxes of text as a PNG. */
export const layOut = async ({
  box,
  ...size
}: {
  box: Box
  width: number
  height: number
}): Promise<Uint8Array> => {
  const { default: satori } = await import('satori')
  const svg = await satori(box as Parameters<typeof satori>[0], { ...size, fonts: await fonts() })
  return sharp(Buffer.from(svg)).png({ palette: true, effort: 4 }).toBuffer()
}

type Font = { name: string; data: Buffer; weight: 400 | 700; style: 'normal' }
let loaded: Promise<Font[]> | undefined

const fonts = (): Promise<Font[]> => {
  loaded ??= Promise.all(
    ([400, 700] as const).flatMap((weight) =>
      fontsOf(weight).map(
        async ({ name, file }): Promise<Font> => ({
          name,
          data: await readFile(file),
          weight,
          style: 'normal',
        }),
      ),
    ),
  )
  return loaded
}
