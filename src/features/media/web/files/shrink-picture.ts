import { limits } from '#core/limits.ts'
import { isBetter, type Size, scaled, shrinkPlan } from './shrink-plan.ts'

const QUALITY = 0.9
const TRIES = 4

/**
 * A still picture no larger than it need be: at most 2,560 pixels long, under 5 MB where that can be reached. The very
 * same file where nothing is to be done. Throws where the browser cannot read it.
 */
export const shrinkPicture = async (file: Blob): Promise<Blob> => {
  const whole = await createImageBitmap(file)
  try {
    const had = { type: file.type, bytes: file.size, width: whole.width, height: whole.height }
    let size = shrinkPlan(had)
    if (!size) return file
    let made = await draw(whole, size)
    for (let attempt = 1; attempt < TRIES && made.size > limits.fileBytes; attempt += 1) {
      size = scaled(size, 0.75)
      made = await draw(whole, size)
    }
    return isBetter({ bytes: made.size }, had) ? made : file
  } finally {
    whole.close()
  }
}

const draw = async (whole: ImageBitmap, { width, height }: Size): Promise<Blob> => {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('No canvas')
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(whole, 0, 0, width, height)
  const webp = await encode(canvas, 'image/webp')
  if (webp.type === 'image/webp') return webp
  // A browser that writes no WebP; JPEG knows no transparency.
  pen.globalCompositeOperation = 'destination-over'
  pen.fillStyle = 'white'
  pen.fillRect(0, 0, width, height)
  return encode(canvas, 'image/jpeg')
}

const encode = (canvas: HTMLCanvasElement, type: string): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('Not drawn'))), type, QUALITY)
  })
