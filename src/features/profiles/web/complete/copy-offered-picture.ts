import { offeredPicture } from '#features/identity/web/offered-picture.ts'
import { cutOut } from '../avatar/draw-crop.ts'
import { readPicture } from '../avatar/read-picture.ts'

/**
 * Copies the provider's picture of the person in the browser and returns it as a data string. Returns null if
 * it cannot be fetched; the avatar then shows initials.
 */
export const copyOfferedPicture = async (): Promise<string | null> => {
  const url = offeredPicture()
  if (!url) return null
  try {
    const response = await fetch(url, { credentials: 'omit', referrerPolicy: 'no-referrer' })
    if (!response.ok) return null
    const picture = await readPicture(await response.blob())
    return typeof picture === 'string' ? null : cutOut(picture)
  } catch {
    return null
  }
}
