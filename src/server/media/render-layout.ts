import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { fontFilesFor } from './fonts.ts'

/** The part of a React element that satori reads. */
export type LayoutElement = {
  type: string
  props: {
    style: Record<string, string | number>
    children?: LayoutElement[] | string
    [name: string]: unknown
  }
}

/** Renders a layout of text boxes as a PNG. */
export const renderLayout = async ({
  box,
  ...size
}: {
  box: LayoutElement
  width: number
  height: number
}): Promise<Uint8Array> => {
  const { default: satori } = await import('satori')
  const svg = await satori(box as Parameters<typeof satori>[0], { ...size, fonts: await loadFonts() })
  return sharp(Buffer.from(svg)).png({ palette: true, effort: 4 }).toBuffer()
}

type Font = { name: string; data: Buffer; weight: 400 | 700; style: 'normal' }
let loadedFonts: Promise<Font[]> | undefined

const loadFonts = (): Promise<Font[]> => {
  loadedFonts ??= Promise.all(
    ([400, 700] as const).flatMap((weight) =>
      fontFilesFor(weight).map(
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
