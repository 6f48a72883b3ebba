import type { CurrentUser } from '#core/current-user.ts'
import { signInTexts } from '#features/identity/web/texts.ts'
import { useSignOut } from '#features/identity/web/use-sign-out.ts'
import { postDialogStore } from '#features/posts/web/post-dialog.ts'
import { showToast } from '#web/kit/toast.ts'

/**
 * Returns a function that signs out and deletes the drafts of private posts from this browser. It asks first if unsent
 * text would be lost.
 */
export const useSignOutAndDeleteDrafts = ({ id }: CurrentUser): (() => void) => {
  const signOut = useSignOut()
  return () => {
    import('#features/posts/web/sign-out/private-drafts.ts').then(
      ({ getPrivateDraftTitles, deletePrivateDrafts }) => {
        const signOutAndDelete = () => signOut(() => deletePrivateDrafts(id))
        const titles = getPrivateDraftTitles(id)
        if (titles.length === 0) return signOutAndDelete()
        postDialogStore.set({ kind: 'sign-out', titles, onConfirm: signOutAndDelete })
      },
      () => showToast({ title: signInTexts.signOutFailed, tone: 'danger' }),
    )
  }
}
