import { useEffect } from 'react'
import { signInAsked } from '#features/identity/web/ask-to-sign-in.ts'
import { loadSignIn } from '#features/identity/web/sign-in/begin-sign-in.ts'
import { usePageParts } from '#features/identity/web/use-page-parts.ts'
import { prepareDialog } from '#web/kit/Dialog.tsx'
import { later } from '#web/later.tsx'
import { useStore } from '#web/store.ts'

const SignInDialog = later(() => import('./SignInDialog.tsx'))

/** Fetches the code ahead, when a pointer comes near what asks to sign in. */
export const prepareSignIn = (): void => {
  SignInDialog.prepare()
  prepareDialog()
  loadSignIn().catch(() => {})
}

/** Where `askToSignIn` is heard and the session is watched; stands once in the layout. */
export const SignInHost = () => {
  const asked = useStore(signInAsked, null)
  const parts = usePageParts()
  useEffect(() => {
    const watching = import('./sign-in/watch-session.ts').then(({ watchSession }) => watchSession(parts))
    return () => void watching.then((stop) => stop())
  }, [parts])
  return asked && <SignInDialog {...asked} />
}
