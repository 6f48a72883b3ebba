import { offeredPicture } from '#features/identity/web/offered-picture.ts'
import { cutOut } from '../avatar/draw-crop.ts'
import { readPicture } from '../avatar/read-picture.ts'

/** The provider's picture as a data string, copied by the browser; null where it cannot be had, and initials are drawn. */
export const copyOfferedPicture = async (): Promise<string | null> => {
  const address = offeredPicture()
  if (!address) return null
  try {
    const answer = await fetch(address, { credentials: 'omit', referrerPolicy: 'no-referrer' })
    if (!answer.ok) return null
    const picture = await readPicture(await answer.blob())
    return typeof picture === 'string' ? null : cutOut(picture)
  } catch {
    return null
  }
}
