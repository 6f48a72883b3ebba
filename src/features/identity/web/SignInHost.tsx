import { signInAsked } from '#features/identity/web/ask-to-sign-in.ts'
import { prepareDialog } from '#web/kit/Dialog.tsx'
import { later } from '#web/later.tsx'
import { useStore } from '#web/store.ts'

const SignInDialog = later(() => import('./SignInDialog.tsx'))

/** Fetches the dialog's code ahead, when a pointer comes near what opens it. */
export const prepareSignIn = (): void => {
  SignInDialog.prepare()
  prepareDialog()
}

/** Where `askToSignIn` is heard; stands once in the layout. */
export const SignInHost = () => {
  const reason = useStore(signInAsked, null)
  return reason && <SignInDialog reason={reason} onClose={() => signInAsked.set(null)} />
}
