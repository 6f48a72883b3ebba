import { lazy, Suspense } from 'react'
import { signInAsked } from '#features/identity/web/ask-to-sign-in.ts'
import { useStore } from '#web/store.ts'

const SignInDialog = lazy(() => import('./SignInDialog.tsx'))

/** Where `askToSignIn` is heard; stands once in the layout. */
export const SignInHost = () => {
  const reason = useStore(signInAsked, null)
  return (
    reason && (
      <Suspense>
        <SignInDialog reason={reason} onClose={() => signInAsked.set(null)} />
      </Suspense>
    )
  )
}
