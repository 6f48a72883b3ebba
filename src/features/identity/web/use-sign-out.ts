import { toast } from '#web/kit/toast.ts'
import { texts } from './texts.ts'
import { usePageParts } from './use-page-parts.ts'

/**
 * Signs out of the site and of the identity provider. `onSignedOut` runs once the session has ended, before
 * the browser leaves the page.
 */
export const useSignOut = (): ((onSignedOut?: () => Promise<void>) => void) => {
  const context = usePageParts()
  return (onSignedOut) => {
    import('./sign-in/sign-out.ts').then(
      ({ signOutHere }) => signOutHere(context, onSignedOut),
      () => toast({ title: texts.signOutFailed, tone: 'danger' }),
    )
  }
}
