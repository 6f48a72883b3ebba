import { limits } from '#core/limits.ts'
import { type Attempt, isBetter, shrinkPlan } from './shrink-plan.ts'

/**
 * Reduces a still image to at most 2,560 pixels on its long side, and to at most 5 MB if that is possible
 * without going below 1,600 pixels. Returns the same file if nothing has to change. Throws if the browser
 * cannot decode it.
 */
export const shrinkPicture = async (file: Blob): Promise<Blob> => {
  const bitmap = await createImageBitmap(file)
  try {
    const original = { type: file.type, bytes: file.size, width: bitmap.width, height: bitmap.height }
    let reduced: Blob | null = null
    for (const attempt of shrinkPlan(original)) {
      reduced = await encodeScaled(bitmap, attempt)
      if (reduced.size <= limits.fileBytes) break
    }
    return reduced && isBetter({ bytes: reduced.size }, original) ? reduced : file
  } finally {
    bitmap.close()
  }
}

const encodeScaled = async (bitmap: ImageBitmap, { width, height, quality }: Attempt): Promise<Blob> => {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No canvas')
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, width, height)
  const webp = await encode(canvas, 'image/webp', quality)
  if (webp.type === 'image/webp') return webp
  // The browser cannot encode WebP. JPEG has no transparency, so the background becomes white.
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = 'white'
  context.fillRect(0, 0, width, height)
  return encode(canvas, 'image/jpeg', quality)
}

const encode = (canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The canvas could not be encoded'))),
      type,
      quality,
    )
  })
