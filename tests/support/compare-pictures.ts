import sharp from 'sharp'

/** The side of the squares whose average colours are compared, in pixels of the screen. */
const SQUARE = 8
/** Squares differ if a channel of their average colours differs by more than this, of 255. */
const MAX_CHANNEL_DIFFERENCE = 40
/** The share of squares that may differ in two pictures that look the same. */
export const MAX_DIFFERING_SHARE = 0.003

/**
 * Returns the share of squares of a screen whose average colours differ between two pictures of it, which may have
 * different scales. Averages hardly depend on how a browser draws letters and edges, but differ where something is
 * missing, has moved or has another colour.
 */
export const comparePictures = async (
  expected: Buffer,
  actual: Buffer,
  screen: { width: number; height: number },
): Promise<number> => {
  const shapes = await Promise.all([expected, actual].map((picture) => sharp(picture).metadata()))
  if (
    shapes.some(({ width, height }) => Math.abs((width * screen.height) / (height * screen.width) - 1) > 0.01)
  )
    return 1
  const [before, after] = await Promise.all(
    [expected, actual].map((picture) => averageSquares(picture, screen)),
  )
  if (!before || !after) throw new Error('Two pictures are needed')
  const count = before.length / 3
  const differs = (square: number) =>
    [0, 1, 2].some(
      (channel) =>
        Math.abs((before[square * 3 + channel] ?? 0) - (after[square * 3 + channel] ?? 0)) >
        MAX_CHANNEL_DIFFERENCE,
    )
  return Array.from({ length: count }, (_, square) => square).filter(differs).length / count
}

const averageSquares = (picture: Buffer, { width, height }: { width: number; height: number }) =>
  sharp(picture)
    .removeAlpha()
    .toColourspace('srgb')
    .resize(Math.ceil(width / SQUARE), Math.ceil(height / SQUARE), { fit: 'fill' })
    .raw()
    .toBuffer()
