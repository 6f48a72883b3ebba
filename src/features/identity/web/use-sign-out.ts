import { toast } from '#web/kit/toast.ts'
import { texts } from './texts.ts'
import { usePageParts } from './use-page-parts.ts'

/** Signs out, from the identity provider as well. `onSignedOut` runs once the session has ended, before the page is left. */
export const useSignOut = (): ((onSignedOut?: () => Promise<void>) => void) => {
  const parts = usePageParts()
  return (onSignedOut) => {
    import('./sign-in/sign-out.ts').then(
      ({ signOutHere }) => signOutHere(parts, onSignedOut),
      () => toast({ title: texts.signOutFailed, tone: 'danger' }),
    )
  }
}
