import { collectDialogPostIdStore } from '#features/bookmarks/web/collect-request.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { lazyDialog } from '#web/lazy-with-preload.tsx'
import { useStore } from '#web/store.ts'

const AddDialog = lazyDialog(() => import('./AddDialog.tsx'))

const close = (): void => collectDialogPostIdStore.set(null)

/**
 * Renders the dialog in which a member chooses collections for a post. The layout renders this component once, and
 * only for members.
 */
export const CollectDialogHost = () => {
  const postId = useStore(collectDialogPostIdStore, null)
  const isMember = useCurrentUser() !== null
  return isMember && postId !== null && <AddDialog postIds={[postId]} onClose={close} />
}
