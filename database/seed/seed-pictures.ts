import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { writeMediaName } from '#features/media/contract.ts'
import type { KeptFiles } from '#server/media/kept-files.ts'
import { chance } from './chance.ts'
import { type DrawingName, draw, SIZE } from './drawings.ts'

/** Renders an illustration and stores it; returns its `/media/…` URL. */
export const storeDrawing = async (files: KeptFiles, name: DrawingName, seed: string): Promise<string> => {
  const bytes = await sharp(Buffer.from(draw(name, chance(seed))))
    .resize(SIZE.width, SIZE.height)
    .webp({ quality: 82, effort: 2 })
    .toBuffer()
  const hash = createHash('sha256').update(bytes).digest('hex')
  const file = writeMediaName({ hash, ...SIZE, extension: 'webp' })
  await files.write(file, bytes)
  return `/media/${file}`
}
