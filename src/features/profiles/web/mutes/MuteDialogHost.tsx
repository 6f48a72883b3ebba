import { muteRequestStore } from '#features/posts/web/mute-request.ts'
import { lazyDialog } from '#web/lazy-with-preload.tsx'
import { useStore } from '#web/store.ts'

const MuteDialog = lazyDialog(() => import('./MuteDialog.tsx'))

const close = (): void => muteRequestStore.set(null)

/** Renders the dialog in which a member chooses what of a post to mute. The layout renders this component once. */
export const MuteDialogHost = () => {
  const post = useStore(muteRequestStore, null)
  return post && <MuteDialog post={post} onClose={close} />
}
