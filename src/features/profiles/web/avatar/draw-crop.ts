import { type Crop, largestCrop } from './crop-geometry.ts'

/** What the server makes of it is half as wide. */
const SIDE = 512

export const drawCrop = (canvas: HTMLCanvasElement, picture: ImageBitmap, { x, y, side }: Crop): void => {
  const pen = canvas.getContext('2d')
  if (!pen) return
  pen.imageSmoothingQuality = 'high'
  pen.clearRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(picture, x - side / 2, y - side / 2, side, side, 0, 0, canvas.width, canvas.height)
}

/** The square as a data string, as the specification sends avatars. */
export const cutOut = (picture: ImageBitmap, crop: Crop = largestCrop(picture)): string => {
  const canvas = document.createElement('canvas')
  canvas.width = SIDE
  canvas.height = SIDE
  drawCrop(canvas, picture, crop)
  return canvas.toDataURL('image/webp', 0.92)
}
