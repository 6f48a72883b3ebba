import type { User, UserManager } from 'oidc-client-ts'
import { SIGN_IN_POPUP_NAME } from './open-popup.ts'
import { POPUP_CLOSED_MESSAGE, shouldFallBackToRedirect } from './sign-in-errors.ts'

type SignInOptions = {
  /** The popup, or null if the browser blocked it. */
  popup: Window | null
  signal: AbortSignal
  /** The path to return to after a redirect sign-in. */
  path: string
  /** True for the embedded provider, whose popup reports `closed` reliably. */
  isEmbedded: boolean
  /** Binds the ID token to this sign-in. */
  nonce: string
  /** Makes the provider ask for the password even if it has a session in this browser. */
  isConfirming: boolean
}

/**
 * Signs in with a popup or, if that fails, by redirect (docs/spec/flows.md#sign-in). Returns null if the
 * person cancelled or a redirect has started. Rethrows any other error from the popup.
 */
export const signInAtProvider = async (client: UserManager, options: SignInOptions): Promise<User | null> => {
  const { popup, signal } = options
  if (!popup) return redirect(client, options)
  const watcher = watchPopup(options, popup)
  try {
    return await client.signinPopup({
      popupWindowTarget: SIGN_IN_POPUP_NAME,
      popupSignal: watcher.signal,
      ...requestOf(options),
    })
  } catch (error) {
    popup.close()
    if (signal.aborted) return null
    if (shouldFallBackToRedirect(error)) return redirect(client, options)
    throw error
  } finally {
    watcher.stop()
  }
}

const redirect = async (client: UserManager, options: SignInOptions): Promise<null> => {
  await client.signinRedirect({ state: { path: options.path, nonce: options.nonce }, ...requestOf(options) })
  return null
}

const requestOf = ({ nonce, isConfirming }: SignInOptions) => ({
  nonce,
  ...(isConfirming && { prompt: 'login', max_age: 0 }),
})

const POLL_MS = 500
const EARLY_CLOSE_MS = 2_500
const FOCUS_RETURN_MS = 1_500

/**
 * Returns a signal that aborts when the person closes the popup or cancels. Some providers' pages sever the
 * popup from its opener; from then on, `closed` is true even though the person still sees the popup. Focus
 * tells the two cases apart: it returns to this window when the popup is closed, but not when it is severed.
 * If an external provider's popup reports `closed` soon after opening, it therefore counts as closed only if
 * focus returned at about the same time. If it reports `closed` later, it counts as closed once this window
 * has focus.
 */
const watchPopup = ({ signal, isEmbedded }: SignInOptions, popup: Window) => {
  const controller = new AbortController()
  signal.addEventListener('abort', () => controller.abort(signal.reason))
  const openedAt = performance.now()
  let lastOpenAt = openedAt
  let focusedAt = 0
  const onFocus = () => {
    focusedAt = performance.now()
  }
  addEventListener('focus', onFocus)
  const hasFocusReturned = () => {
    if (isEmbedded) return true
    if (lastOpenAt - openedAt >= EARLY_CLOSE_MS) return document.hasFocus()
    return focusedAt > lastOpenAt && focusedAt - lastOpenAt < FOCUS_RETURN_MS
  }
  let closedPolls = 0
  const timer = setInterval(() => {
    if (!popup.closed) lastOpenAt = performance.now()
    closedPolls = popup.closed && hasFocusReturned() ? closedPolls + 1 : 0
    // One poll is not enough: a popup that has responded closes just before its response arrives.
    if (closedPolls > 1) controller.abort(POPUP_CLOSED_MESSAGE)
  }, POLL_MS)
  const stop = () => {
    clearInterval(timer)
    removeEventListener('focus', onFocus)
  }
  return { signal: controller.signal, stop }
}
