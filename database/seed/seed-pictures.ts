import { createHash, randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { writeMediaName } from '#features/media/contract.ts'
import { chance } from './chance.ts'
import { type DrawingName, draw, SIZE } from './drawings.ts'

/** Draws a picture and stores it; answers its `/media/…` address. */
export const storeDrawing = async (dataDir: string, name: DrawingName, seed: string): Promise<string> => {
  const bytes = await sharp(Buffer.from(draw(name, chance(seed))))
    .resize(SIZE.width, SIZE.height)
    .webp({ quality: 82, effort: 2 })
    .toBuffer()
  return storePicture(dataDir, bytes, { ...SIZE, extension: 'webp' })
}

/** A file appears under its name only when it is complete. */
const storePicture = async (
  dataDir: string,
  bytes: Buffer,
  form: { width: number; height: number; extension: string },
): Promise<string> => {
  const hash = createHash('sha256').update(bytes).digest('hex')
  const name = writeMediaName({ hash, ...form })
  const folder = path.join(dataDir, 'media', hash.slice(0, 2))
  await mkdir(folder, { recursive: true })
  const unfinished = path.join(folder, `.${randomUUID()}.part`)
  await writeFile(unfinished, bytes, { flush: true })
  await rename(unfinished, path.join(folder, name))
  return `/media/${name}`
}
