import { useEffect } from 'react'
import { setSessionHandlersLoader } from '#web/api-client.ts'
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
    let isGone = false
    let stop: (() => void) | undefined
    // If the import fails, it is tried again when the network returns or a request is rejected.
    const watch = async () => {
      if (stop) return
      const session = await import('./sign-in/watch-session.ts').catch(() => null)
      if (!isGone && !stop) stop = session?.watchSession(context)
    }
    void watch()
    setSessionHandlersLoader(watch)
    addEventListener('online', watch)
    return () => {
      isGone = true
      stop?.()
      setSessionHandlersLoader(null)
      removeEventListener('online', watch)
    }
  }, [context])
  return request && <SignInDialog {...request} />
}
