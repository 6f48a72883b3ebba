import { useEffect } from 'react'
import { preloadDialog } from '#web/kit/Dialog.tsx'
import { lazyDialog } from '#web/lazy-with-preload.tsx'
import { setSignInPreloader, signInRequestStore } from '#web/sign-in-request.ts'
import { useStore } from '#web/store.ts'
import { loadSignInModule } from './sign-in/start-sign-in.ts'
import { usePageContext } from './use-page-context.ts'

const SignInDialog = lazyDialog(() => import('./SignInDialog.tsx'))

setSignInPreloader(() => {
  SignInDialog.preload()
  preloadDialog()
  loadSignInModule().catch(() => {})
})

/**
 * Watches the session and renders the dialog that `requestSignIn` opens. The layout mounts this component
 * once.
 */
export const SignInDialogHost = () => {
  const request = useStore(signInRequestStore, null)
  const context = usePageContext()
  useEffect(() => {
    const watching = import('./sign-in/watch-session.ts').then(({ watchSession }) => watchSession(context))
    return () => void watching.then((stop) => stop())
  }, [context])
  return request && <SignInDialog {...request} />
}
