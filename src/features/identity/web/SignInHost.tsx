import { useEffect } from 'react'
import { signInAsked } from '#features/identity/web/ask-to-sign-in.ts'
import { loadSignIn } from '#features/identity/web/sign-in/begin-sign-in.ts'
import { usePageParts } from '#features/identity/web/use-page-parts.ts'
import { prepareDialog } from '#web/kit/Dialog.tsx'
import { later } from '#web/later.tsx'
import { useStore } from '#web/store.ts'

const SignInDialog = later(() => import('./SignInDialog.tsx'))

/** Preloads the sign-in code when the pointer enters a control that leads to it. */
export const prepareSignIn = (): void => {
  SignInDialog.prepare()
  prepareDialog()
  loadSignIn().catch(() => {})
}

/** Renders the dialog that `requestSignIn` opens and watches the session. The layout mounts it once. */
export const SignInHost = () => {
  const request = useStore(signInAsked, null)
  const context = usePageParts()
  useEffect(() => {
    const watching = import('./sign-in/watch-session.ts').then(({ watchSession }) => watchSession(context))
    return () => void watching.then((stop) => stop())
  }, [context])
  return request && <SignInDialog {...request} />
}
