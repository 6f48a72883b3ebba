/** A square cut out of a picture: its middle and its side, in the picture's own pixels. */
export type Crop = { x: number; y: number; side: number }
type Size = { width: number; height: number }

/** How far one may zoom in; 1 is the largest square. */
export const ZOOM_MOST = 4

export const largestCrop = ({ width, height }: Size): Crop => ({
  x: width / 2,
  y: height / 2,
  side: Math.min(width, height),
})

export const zoomOf = (size: Size, { side }: Crop): number => largestCrop(size).side / side

export const zoomTo = (size: Size, crop: Crop, zoom: number): Crop => {
  const kept = Math.min(ZOOM_MOST, Math.max(1, zoom))
  return inside(size, { ...crop, side: largestCrop(size).side / kept })
}

/** Moves the square by parts of its own side; it never leaves the picture. */
export const moveBy = (size: Size, crop: Crop, right: number, down: number): Crop =>
  inside(size, { ...crop, x: crop.x + right * crop.side, y: crop.y + down * crop.side })

const inside = ({ width, height }: Size, { x, y, side }: Crop): Crop => {
  const half = side / 2
  return {
    x: Math.min(width - half, Math.max(half, x)),
    y: Math.min(height - half, Math.max(half, y)),
    side,
  }
}
