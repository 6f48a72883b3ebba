import { type Crop, getLargestCrop } from './crop-geometry.ts'

/** Twice the side length of the stored avatar, in pixels. */
const SIDE = 512

export const drawCrop = (canvas: HTMLCanvasElement, picture: ImageBitmap, { x, y, side }: Crop): void => {
  const context = canvas.getContext('2d')
  if (!context) return
  context.imageSmoothingQuality = 'high'
  context.clearRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, x - side / 2, y - side / 2, side, side, 0, 0, canvas.width, canvas.height)
}

/** Returns the crop as a data URL, the format in which avatars are sent (docs/spec/forms.md#profile). */
export const cropToDataUrl = (picture: ImageBitmap, crop: Crop = getLargestCrop(picture)): string => {
  const canvas = document.createElement('canvas')
  canvas.width = SIDE
  canvas.height = SIDE
  drawCrop(canvas, picture, crop)
  return canvas.toDataURL('image/webp', 0.92)
}
