import { toast } from '#web/kit/toast.ts'
import { texts } from './texts.ts'
import { usePageParts } from './use-page-parts.ts'

/** Signs out, from the identity provider as well. */
export const useSignOut = (): (() => void) => {
  const parts = usePageParts()
  return () => {
    import('./sign-in/sign-out.ts').then(
      ({ signOutHere }) => signOutHere(parts),
      () => toast({ title: texts.signOutFailed, tone: 'danger' }),
    )
  }
}
