import { paths } from '#core/paths.ts'

/** The window name by which oidc-client-ts finds the popup. */
export const SIGN_IN_POPUP_NAME = 'sign-in'

const WIDTH = 480
const HEIGHT = 680

/** Opens a popup for the provider's page, centred over this window. Returns null if the browser blocks it. */
export const openSignInPopup = (): Window | null => {
  const left = Math.max(0, Math.round(screenX + (outerWidth - WIDTH) / 2))
  const top = Math.max(0, Math.round(screenY + (outerHeight - HEIGHT) / 2))
  const features = `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`
  return open(paths.signInOpening, SIGN_IN_POPUP_NAME, features)
}
