import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { MAX_PIXELS } from './encode-image.ts'
import { listFontFiles } from './fonts.ts'
import { type LayoutTitle, renderTitle } from './render-title.ts'

/** The part of a React element that satori reads. */
export type LayoutElement = {
  type: string
  props: {
    style: Record<string, string | number>
    children?: LayoutElement[] | string
    [name: string]: unknown
  }
}

/** A stored image that fills a part of the layout and is cropped to fit. Animations show their first frame. */
export type LayoutPhoto = { file: string; left: number; top: number; width: number; height: number }

/** Renders a layout of text boxes, an optional title and an optional photo as a JPEG. */
export const renderLayout = async ({
  box,
  title,
  photo,
  ...size
}: {
  box: LayoutElement
  title: LayoutTitle | null
  photo: LayoutPhoto | null
  width: number
  height: number
}): Promise<Uint8Array> => {
  const { default: satori } = await import('satori')
  const svg = await satori(box as Parameters<typeof satori>[0], { ...size, fonts: await loadFonts() })
  const layers = [
    ...(photo ? [{ input: await fill(photo), left: photo.left, top: photo.top }] : []),
    ...(title ? [await renderTitle(title)] : []),
  ]
  return sharp(Buffer.from(svg))
    .composite(layers)
    .jpeg({ quality: 84, chromaSubsampling: '4:4:4', mozjpeg: true })
    .toBuffer()
}

const fill = ({ file, width, height }: LayoutPhoto): Promise<Buffer> =>
  sharp(file, { limitInputPixels: MAX_PIXELS * 2 })
    .autoOrient()
    .resize(width, height, { fit: 'cover', position: 'attention' })
    .png({ compressionLevel: 0 })
    .toBuffer()

type Font = { name: string; data: Buffer; weight: 400 | 700; style: 'normal' }
let loadedFonts: Promise<Font[]> | undefined

const loadFonts = (): Promise<Font[]> => {
  loadedFonts ??= Promise.all(
    ([400, 700] as const).flatMap((weight) =>
      listFontFiles(weight).map(
        async ({ name, file }): Promise<Font> => ({
          name,
          data: await readFile(file),
          weight,
          style: 'normal',
        }),
      ),
    ),
  )
  return loadedFonts
}
