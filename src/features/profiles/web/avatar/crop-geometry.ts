/** A square part of a picture: its centre and the length of its side, in the picture's pixels. */
export type Crop = { x: number; y: number; side: number }
type Size = { width: number; height: number }

/** The maximum zoom. A zoom of 1 shows the largest square. */
export const MAX_ZOOM = 4

export const getLargestCrop = ({ width, height }: Size): Crop => ({
  x: width / 2,
  y: height / 2,
  side: Math.min(width, height),
})

export const getZoom = (size: Size, { side }: Crop): number => getLargestCrop(size).side / side

export const zoomCrop = (size: Size, crop: Crop, zoom: number): Crop => {
  const clamped = Math.min(MAX_ZOOM, Math.max(1, zoom))
  return keepInside(size, { ...crop, side: getLargestCrop(size).side / clamped })
}

/** Moves the crop by fractions of its side, keeping it inside the picture. */
export const moveCrop = (size: Size, crop: Crop, right: number, down: number): Crop =>
  keepInside(size, { ...crop, x: crop.x + right * crop.side, y: crop.y + down * crop.side })

const keepInside = ({ width, height }: Size, { x, y, side }: Crop): Crop => {
  const half = side / 2
  return {
    x: Math.min(width - half, Math.max(half, x)),
    y: Math.min(height - half, Math.max(half, y)),
    side,
  }
}
