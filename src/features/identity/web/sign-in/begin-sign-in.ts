import { type SignInAsked, signInAsked } from '#features/identity/web/ask-to-sign-in.ts'
import { openPopup } from './open-popup.ts'
import type { PageParts } from './page-parts.ts'

/** Asks the identity provider. To be called by the click itself, or the browser blocks the window. */
export const beginSignIn = (parts: PageParts, asked: SignInAsked): void => {
  if (signInAsked.get()?.cancel) return
  const popup = openPopup()
  const cancel = new AbortController()
  signInAsked.set({ ...asked, cancel })
  loadSignIn().then(
    ({ runSignIn }) => runSignIn(parts, { ...asked, popup, signal: cancel.signal }),
    () => {
      popup?.close()
      signInAsked.set(asked)
    },
  )
}

export const loadSignIn = () => import('./run-sign-in.ts')
