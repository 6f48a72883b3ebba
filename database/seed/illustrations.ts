import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { formatMediaName } from '#core/media-name.ts'
import type { FileStore } from '#server/media/file-store.ts'
import { drawLighthouse, drawMarketBlocks, drawPlanetOrbit, drawPoster } from './illustrations-built.ts'
import { drawFlower, drawHills, drawPaperTide, drawStillLife, drawWindow } from './illustrations-natural.ts'
import {
  drawDeskLamp,
  drawFeltBreakfast,
  drawHomeMovie,
  drawMovingWater,
  drawNightTram,
  drawTidalIsland,
  drawWindowPortrait,
} from './illustrations-scenes.ts'
import { createRandom, type Random } from './random.ts'

/** Renders an illustration and stores it; returns its `/media/…` URL. */
export const storeIllustration = async (
  files: FileStore,
  name: IllustrationName,
  seed: string,
): Promise<string> => {
  const bytes = await sharp(Buffer.from(renderIllustration(name, createRandom(seed))))
    .resize(ILLUSTRATION_SIZE.width, ILLUSTRATION_SIZE.height)
    .webp({ quality: 82, effort: 2 })
    .toBuffer()
  const hash = createHash('sha256').update(bytes).digest('hex')
  const file = formatMediaName({ hash, ...ILLUSTRATION_SIZE, extension: 'webp' })
  await files.write(file, bytes)
  return `/media/${file}`
}

/** The dimensions of every illustration, in pixels. */
export const ILLUSTRATION_SIZE = { width: 1_200, height: 900 } as const

const drawings = {
  hills: drawHills,
  flower: drawFlower,
  stillLife: drawStillLife,
  tide: drawPaperTide,
  window: drawWindow,
  blocks: drawMarketBlocks,
  orbit: drawPlanetOrbit,
  poster: drawPoster,
  tower: drawLighthouse,
  portrait: drawWindowPortrait,
  breakfast: drawFeltBreakfast,
  island: drawTidalIsland,
  lamp: drawDeskLamp,
  water: drawMovingWater,
  tram: drawNightTram,
  homeMovie: drawHomeMovie,
}
export type IllustrationName = keyof typeof drawings

/** Generates an illustration as SVG; a different seed gives a different composition. */
export const renderIllustration = (name: IllustrationName, random: Random): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${ILLUSTRATION_SIZE.width} ${ILLUSTRATION_SIZE.height}">${drawings[name](random)}</svg>`
