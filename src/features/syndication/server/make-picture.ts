import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import satori from 'satori'
import sharp from 'sharp'
import { ellipsis } from '#core/text.ts'
import { type PictureText, pictureLayout, pictureSize } from '#features/syndication/server/picture-layout.ts'
import { inTurn } from '#server/media/in-turn.ts'
import { hasFile, placeOf, writeWhole } from '#server/media/place.ts'

const SCRIPTS = ['latin', 'latin-ext', 'greek', 'cyrillic', 'vietnamese', 'devanagari'] as const
// Letters of scripts that no font of ours draws would come out as boxes.
const DRAWABLE =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Devanagari}\p{Script=Common}\p{Script=Inherited}]*$/u
const PICTOGRAPHS = /[\p{Extended_Pictographic}\u{1F1E6}-\u{1F1FF}\uFE0F\u200D]/gu
const queue = inTurn<string>(50)
const resolve = createRequire(import.meta.url).resolve

/** The post's preview picture (1200 × 630 PNG), made on first use and kept; answers its place under `made`. */
export const makePicture = async (dataDir: string, given: PictureText): Promise<string> => {
  const drawn = {
    ...given,
    title: drawable(given.title, given.type),
    topic: given.topic && drawable(given.topic, ''),
  }
  const name = `${createHash('sha256').update(JSON.stringify(drawn)).digest('hex')}.png`
  const place = placeOf(name)
  if (await hasFile(path.join(dataDir, 'made', place))) return place
  return queue(name, async () => {
    const svg = await satori(pictureLayout(drawn) as Parameters<typeof satori>[0], {
      ...pictureSize,
      fonts: await fonts(),
    })
    await writeWhole(
      dataDir,
      'made',
      name,
      await sharp(Buffer.from(svg)).png({ palette: true, effort: 4 }).toBuffer(),
    )
    return place
  })
}

const drawable = (text: string, otherwise: string): string => {
  const plain = text.replace(PICTOGRAPHS, '').trim()
  return plain && DRAWABLE.test(plain) ? ellipsis(plain, 140) : otherwise
}

type Font = { name: string; data: Buffer; weight: 400 | 700; style: 'normal' }
let loaded: Promise<Font[]> | undefined

const fonts = (): Promise<Font[]> => {
  loaded ??= Promise.all(
    SCRIPTS.flatMap((script) =>
      ([400, 700] as const).map(async (weight): Promise<Font> => {
        const file = resolve(`@fontsource/noto-sans/files/noto-sans-${script}-${weight}-normal.woff`)
        return { name: `Noto Sans ${script}`, data: await readFile(file), weight, style: 'normal' }
      }),
    ),
  )
  return loaded
}
