import { paths } from '#core/paths.ts'

/** The window's name; the library finds it by that. */
export const POPUP_NAME = 'sign-in'

const WIDTH = 480
const HEIGHT = 680

/** A window in the middle of this one, for the provider's page to come, or null where the browser blocks it. */
export const openPopup = (): Window | null => {
  const left = Math.max(0, Math.round(screenX + (outerWidth - WIDTH) / 2))
  const top = Math.max(0, Math.round(screenY + (outerHeight - HEIGHT) / 2))
  const where = `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`
  return open(paths.signInOpening, POPUP_NAME, where)
}
