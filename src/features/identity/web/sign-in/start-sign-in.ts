import { type SignInRequest, signInRequestStore } from '#web/sign-in-request.ts'
import type { PageContext } from '../use-page-context.ts'
import { openSignInPopup } from './open-popup.ts'

/**
 * Starts signing in at the provider. Must be called synchronously from a click handler; otherwise, the
 * browser blocks the popup.
 */
export const startSignIn = (context: PageContext, request: SignInRequest): void => {
  if (signInRequestStore.get()?.cancel) return
  const popup = openSignInPopup()
  const cancel = new AbortController()
  signInRequestStore.set({ ...request, cancel })
  loadSignInModule().then(
    ({ runSignIn }) => runSignIn(context, { ...request, popup, signal: cancel.signal }),
    () => {
      popup?.close()
      signInRequestStore.set(request)
    },
  )
}

export const loadSignInModule = () => import('./run-sign-in.ts')
