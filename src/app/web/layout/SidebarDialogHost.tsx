import { useCurrentUser } from '#web/current-user.ts'
import { lazyDialog } from '#web/lazy-with-preload.tsx'
import { useStore } from '#web/store.ts'
import { sidebarDialogStore } from './SidebarDialogs.tsx'

const TopicRequestDialog = lazyDialog(() => import('#features/requests/web/TopicRequestDialog.tsx'))
const FeedbackDialog = lazyDialog(() => import('#features/requests/web/FeedbackDialog.tsx'))

/** Renders the sidebar's dialogs outside the slide-out menu, which closes when one of them opens. */
export const SidebarDialogHost = () => {
  const user = useCurrentUser()
  const which = useStore(sidebarDialogStore, null)
  const close = () => sidebarDialogStore.set(null)
  if (!user) return null
  if (which === 'topic') return <TopicRequestDialog user={user} onClose={close} />
  return which === 'feedback' ? <FeedbackDialog user={user} onClose={close} /> : null
}
