import { type SignInAsked, signInAsked } from '#features/identity/web/ask-to-sign-in.ts'
import { openPopup } from './open-popup.ts'
import type { PageParts } from './page-parts.ts'

/** Starts signing in at the provider. Call it synchronously from a click, or the browser blocks the popup. */
export const beginSignIn = (context: PageParts, request: SignInAsked): void => {
  if (signInAsked.get()?.cancel) return
  const popup = openPopup()
  const cancel = new AbortController()
  signInAsked.set({ ...request, cancel })
  loadSignIn().then(
    ({ runSignIn }) => runSignIn(context, { ...request, popup, signal: cancel.signal }),
    () => {
      popup?.close()
      signInAsked.set(request)
    },
  )
}

export const loadSignIn = () => import('./run-sign-in.ts')
