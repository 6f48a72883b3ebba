import type { User, UserManager } from 'oidc-client-ts'
import { CLOSED, needsRedirect } from './needs-redirect.ts'
import { POPUP_NAME } from './open-popup.ts'

type How = {
  /** Null: the browser blocked it. */
  popup: Window | null
  signal: AbortSignal
  /** Where a redirect comes back to. */
  path: string
  /** The provider's pages are ours: a window that looks closed is closed. */
  isEmbedded: boolean
  /** Binds the ID token to this sign-in. */
  nonce: string
  /** The provider has to ask for the password, whether it knows the browser or not. */
  isConfirming: boolean
}

/**
 * Signs in in the popup, otherwise by redirect (section 4). Answers null where the person gave up, or where the page
 * is about to be left. Throws any other error of the popup.
 */
export const popupThenRedirect = async (client: UserManager, how: How): Promise<User | null> => {
  const { popup, signal } = how
  if (!popup) return redirect(client, how)
  const watched = watch(how, popup)
  try {
    return await client.signinPopup({
      popupWindowTarget: POPUP_NAME,
      popupSignal: watched.signal,
      ...requestOf(how),
    })
  } catch (error) {
    popup.close()
    if (signal.aborted) return null
    if (needsRedirect(error)) return redirect(client, how)
    throw error
  } finally {
    watched.stop()
  }
}

const redirect = async (client: UserManager, how: How): Promise<null> => {
  await client.signinRedirect({ state: { path: how.path, nonce: how.nonce }, ...requestOf(how) })
  return null
}

const requestOf = ({ nonce, isConfirming }: How) => ({
  nonce,
  ...(isConfirming && { prompt: 'login', max_age: 0 }),
})

const LOOKS_MS = 500
const EARLY_MS = 2_500
const BACK_MS = 1_500

/**
 * Aborts when the person closes the window or cancels. The pages of some providers cut their window off from us, and
 * then it says that it is closed, as soon as the first of them is there, though the person looks at it. What tells the
 * two apart is the focus: it comes back to this window when the other one closes, and stays away when it is cut off. So
 * a window of an outside provider that says early that it is closed is believed if the focus came back just then, and
 * waited for otherwise; a later one counts as closed once the focus is here.
 */
const watch = ({ signal, isEmbedded }: How, popup: Window) => {
  const ended = new AbortController()
  signal.addEventListener('abort', () => ended.abort(signal.reason))
  const opened = performance.now()
  let seenOpen = opened
  let focused = 0
  const noteFocus = () => {
    focused = performance.now()
  }
  addEventListener('focus', noteFocus)
  const isBack = () => {
    if (isEmbedded) return true
    if (seenOpen - opened >= EARLY_MS) return document.hasFocus()
    return focused > seenOpen && focused - seenOpen < BACK_MS
  }
  let closedLooks = 0
  const timer = setInterval(() => {
    if (!popup.closed) seenOpen = performance.now()
    closedLooks = popup.closed && isBack() ? closedLooks + 1 : 0
    // Not at the first look: a window that has answered closes itself just before its answer is heard.
    if (closedLooks > 1) ended.abort(CLOSED)
  }, LOOKS_MS)
  const stop = () => {
    clearInterval(timer)
    removeEventListener('focus', noteFocus)
  }
  return { signal: ended.signal, stop }
}
