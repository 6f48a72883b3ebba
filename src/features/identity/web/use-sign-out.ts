import { showToast } from '#web/kit/toast.ts'
import { signInTexts } from './texts.ts'
import { usePageContext } from './use-page-context.ts'

/**
 * Signs out of the site and of the identity provider. `onSignedOut` runs once the session has ended, before
 * the browser leaves the page.
 */
export const useSignOut = (): ((onSignedOut?: () => Promise<void>) => void) => {
  const context = usePageContext()
  return (onSignedOut) => {
    import('./sign-in/sign-out.ts').then(
      ({ performSignOut }) => performSignOut(context, onSignedOut),
      () => showToast({ title: signInTexts.signOutFailed, tone: 'danger' }),
    )
  }
}
