import { limits } from '#core/limits.ts'
import { type Attempt, isBetter, shrinkPlan } from './shrink-plan.ts'

/**
 * A still picture of at most 2,560 pixels on its long side, and of at most 5 MB if that can be reached without going below
 * 1,600 pixels. The same file if nothing has to change. Throws if the browser cannot read it.
 */
export const shrinkPicture = async (file: Blob): Promise<Blob> => {
  const whole = await createImageBitmap(file)
  try {
    const had = { type: file.type, bytes: file.size, width: whole.width, height: whole.height }
    let made: Blob | null = null
    for (const attempt of shrinkPlan(had)) {
      made = await draw(whole, attempt)
      if (made.size <= limits.fileBytes) break
    }
    return made && isBetter({ bytes: made.size }, had) ? made : file
  } finally {
    whole.close()
  }
}

const draw = async (whole: ImageBitmap, { width, height, quality }: Attempt): Promise<Blob> => {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('No canvas')
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(whole, 0, 0, width, height)
  const webp = await encode(canvas, 'image/webp', quality)
  if (webp.type === 'image/webp') return webp
  // A browser that writes no WebP; JPEG knows no transparency.
  pen.globalCompositeOperation = 'destination-over'
  pen.fillStyle = 'white'
  pen.fillRect(0, 0, width, height)
  return encode(canvas, 'image/jpeg', quality)
}

const encode = (canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('Not drawn'))), type, quality)
  })
