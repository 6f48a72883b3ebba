import type { CurrentUser } from '#features/identity/contract.ts'
import { texts } from '#features/identity/web/texts.ts'
import { useSignOut } from '#features/identity/web/use-sign-out.ts'
import { toast } from '#web/kit/toast.ts'
import { postDialog } from '../post-dialog.ts'

/**
 * Signs out and deletes the drafts of private posts from this browser. Asks first if unsent text would be
 * lost.
 */
export const useSignOutWithoutDrafts = ({ id }: CurrentUser): (() => void) => {
  const signOut = useSignOut()
  return () => {
    import('./private-drafts.ts').then(
      ({ unsentPrivateTitles, dropPrivateDrafts }) => {
        const signOutAndDelete = () => signOut(() => dropPrivateDrafts(id))
        const titles = unsentPrivateTitles(id)
        if (titles.length === 0) return signOutAndDelete()
        postDialog.set({ kind: 'sign-out', titles, onConfirm: signOutAndDelete })
      },
      () => toast({ title: texts.signOutFailed, tone: 'danger' }),
    )
  }
}
